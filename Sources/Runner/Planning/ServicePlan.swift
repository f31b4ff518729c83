import Scenarios
import Values

/// A service with its methods resolved.
final class ServicePlan {
  struct Method {
    enum Body {
      case formula(FormulaPlan)
      case steps([StepPlan])
      case replies([Reply])
      case pending
    }

    enum Reply {
      case value(DatumPlan)
      case failure(DatumPlan)
      case pending
    }

    let name: Name
    /// Over the local `args` and the service's state.
    let body: Body
    /// `github.search`
    let fullName: String
  }

  let index: Int
  let declaration: ServiceDeclaration
  let state: DatumPlan?
  let methods: [Method]

  init(_ declaration: ServiceDeclaration, index: Int, in scope: NameScope) {
    self.index = index
    self.declaration = declaration
    state = declaration.state.map { DatumPlan($0, in: scope) }
    let inner = scope.binding(["args"]).withState
    methods = declaration.methods.map { method in
      Method(
        name: method.name, body: ServicePlan.body(method.body, in: inner, of: index),
        fullName: "\(declaration.name.text).\(method.name.text)")
    }
  }

  var name: String { declaration.name.text }

  private static func body(
    _ body: ServiceDeclaration.Method.Body, in scope: NameScope, of service: Int
  ) -> Method.Body {
    switch body {
    case .formula(let formula): .formula(FormulaPlan(formula, in: scope))
    case .steps(let steps):
      .steps(StepPlanner(scope: scope, ownState: .service(service)).plan(steps))
    case .replies(let replies): .replies(replies.map { reply($0, in: scope) })
    case .pending: .pending
    }
  }

  private static func reply(
    _ reply: ServiceDeclaration.Reply, in scope: NameScope
  ) -> Method.Reply {
    switch reply {
    case .value(let datum): .value(DatumPlan(datum, in: scope))
    case .failure(let datum): .failure(DatumPlan(datum, in: scope))
    case .pending: .pending
    }
  }
}
