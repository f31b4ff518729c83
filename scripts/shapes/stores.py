"""Stores: dispatches, middleware, parcels, presentations."""

from . import flow, lines, shape


@shape(2000)
def dispatches(n):
    return f"""stores: {{app: {{state: {{n: 0}}, reducers: {{add: {{n: = state.n + action}}}}}}}}
steps:
  - repeat: {n}
    do: [{{dispatch: {{app: {{add: 1}}}}}}]
    received: {{app: [{flow(n, lambda i: "{add: 1}")}]}}
"""


@shape(2000)
def dispatches_of_bodies(n):
    return f"""stores:
  app:
    state: {{n: 0}}
    middleware:
      - on:
          add:
            - if: state.n < {n}
              then: [{{dispatch: {{app: {{add: 1}}}}}}]
    reducers: {{add: {{n: = state.n + action}}}}
steps:
  - dispatch: {{app: {{add: 1}}}}
    expect: {{app: {{n: {n + 1}}}}}
"""


@shape(500)
def middleware(n):
    return f"""stores:
  app:
    state: {{n: 0}}
    middleware:
{lines(n, lambda i: f"      - on: {{add: [{{return: {{add: = action + 1}}}}]}}")}
    reducers: {{add: {{n: = state.n + action}}}}
steps:
  - repeat: 10
    do: [{{dispatch: {{app: {{add: 1}}}}}}]
"""


@shape(300)
def parcels(n):
    return f"""stores:
  app:
    state: {{x: 0}}
    parcels: [{flow(n, lambda i: f"{{parcel: counter, focus: p{i}, prefix: p{i}}}")}]
parcels:
  counter:
    state: {{count: 0}}
    reducers: {{add: {{count: = state.count + action}}}}
steps:
{lines(n, lambda i: f"  - dispatch: {{app: {{p{i}.add: 1}}}}")}
"""


@shape(40)
def parcels_in_parcels(n):
    return f"""stores:
  app:
    state: {{x: 0}}
    parcels: [{flow(n, lambda i: f"{{parcel: outer, focus: p{i}, prefix: p{i}}}")}]
parcels:
  outer:
    state: {{}}
    parcels: [{flow(10, lambda i: f"{{parcel: counter, focus: q{i}, prefix: q{i}}}")}]
  counter:
    state: {{count: 0}}
    reducers: {{add: {{count: = state.count + action}}}}
steps:
{lines(n, lambda i: f"  - dispatch: {{app: {{p{i}.q3.add: 1}}}}")}
"""


@shape(1000)
def pushes(n):
    return f"""stores:
  app:
    state: {{n: 0}}
    reducers: {{add: {{n: = state.n + action}}}}
    routes: {{details: {{screen: = "Todo " + string(args.id)}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{present: {{app: {{details: {{id: = i}}}}}}}}]
  - repeat: {n}
    do: [{{dismiss: app}}]
    presented: {{app: []}}
"""


@shape(1000)
def pushes_that_are_watched(n):
    return f"""stores:
  app:
    state: {{n: 0}}
    routes: {{details: {{screen: = "Todo " + string(args.id)}}}}
computations: {{w: = app.presented.size()}}
steps:
  - for: {{i: = lists.range({n})}}
    do:
      - present: {{app: {{details: {{id: = i}}}}}}
        expect: {{w: = i + 1}}
  - repeat: {n}
    do: [{{dismiss: app}}]
  - assert: w == 0
"""


@shape(1000)
def unhandled(n):
    return f"""stores:
  app: {{state: {{n: 0}}, middleware: [{{on: {{"*": [{{return: other}}]}}}}], reducers: {{add: {{n: 1}}}}}}
steps:
  - repeat: {n}
    do: [{{dispatch: {{app: {{add: 1}}}}}}]
    reports: [{flow(n, lambda i: "other")}]
"""


@shape(500)
def reducers(n):
    return f"""stores:
  app:
    state: {{{flow(n, lambda i: f"p{i}: 0")}}}
    reducers:
{lines(n, lambda i: f"      set{i}: {{p{i}: = state.p{i} + 1}}")}
computations:
{lines(n, lambda i: f"  w{i}: = app.p{i}")}
steps:
{lines(n, lambda i: f"  - dispatch: {{app: set{i}}}")}
"""

@shape(4000)
def state_by_key(n):
    return f"""
stores:
  app:
    state: {{items: {{}}}}
    reducers:
      fill: {{items: '= lists.range({n}).transformMapEntry(i, v, {{string(v): 0}})'}}
      put: {{'items[string(action)]': 1}}
steps:
  - dispatch: {{app: fill}}
  - {{for: {{i: '= lists.range({n})'}}, do: [{{dispatch: {{app: {{put: = i}}}}}}]}}
"""


@shape(4000)
def elements_of_a_list(n):
    return f"""
stores:
  app:
    state: {{items: []}}
    reducers:
      fill: {{items: '= lists.range({n})'}}
      put: {{'items[action]': 1}}
steps:
  - dispatch: {{app: fill}}
  - {{for: {{i: '= lists.range({n})'}}, do: [{{dispatch: {{app: {{put: = i}}}}}}]}}
"""


@shape(2000)
def elements_of_a_list_put_at_once(n):
    return f"""stores:
  app:
    state: {{l: [{flow(n, lambda i: "0")}], {flow(n, lambda i: f"c{i}: 1")}}}
    reducers:
      go: {{{flow(n, lambda i: f"c{i}: 0, 'l[{i}]': 1")}}}
steps:
  - dispatch: {{app: go}}
"""


@shape(1000)
def parcels_of_their_own(n):
    return f"""stores:
  app:
    state: {{{flow(n, lambda i: f"p{i}: {{count: 0}}")}}}
    parcels: [{flow(n, lambda i: f"{{parcel: c{i}, focus: p{i}}}")}]
parcels:
{lines(n, lambda i: f"  c{i}: {{reducers: {{add{i}: {{count: = state.count + action}}}}}}")}
steps: [{{assert: 'true'}}]
"""


@shape(1000, "check FILE")
def parcels_of_their_own_checked(n):
    return parcels_of_their_own(n)


@shape(300)
def parcels_with_middleware(n):
    return f"""stores:
  app:
    state: {{x: 0}}
    parcels: [{flow(n, lambda i: f"{{parcel: counter, focus: p{i}, prefix: p{i}}}")}]
parcels:
  counter:
    state: {{count: 0}}
    middleware: [{{on: {{add: [{{emit: {{log: = action}}}}]}}}}]
    reducers: {{add: {{count: = state.count + action}}}}
steps:
{lines(n, lambda i: f"  - dispatch: {{app: {{p{i}.add: 1}}}}")}
"""


@shape(300)
def parcels_that_may_be_absent(n):
    return f"""stores:
  app:
    state: {{{flow(n, lambda i: f"p{i}: {{count: 0}}")}}}
    parcels: [{flow(n, lambda i: f"{{parcel: counter, focus: p{i}, prefix: p{i}, optional: consume}}")}]
parcels:
  counter:
    reducers: {{add: {{count: = state.count + action}}}}
steps:
{lines(n, lambda i: f"  - dispatch: {{app: {{p{i}.add: 1}}}}")}
"""
