%% Messages between Erlang's processes: a line asks, a line answers, in nanoseconds a message.
-module(actors).
-export([main/0]).

main() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            case string:tokens(string:trim(Line), " ") of
                ["ring", N, Hops] -> say(ring(list_to_integer(N), list_to_integer(Hops)));
                ["fan", N, Each] -> say(fan(list_to_integer(N), list_to_integer(Each)))
            end,
            main()
    end.

say(Nanoseconds) -> io:format("~.3f~n", [Nanoseconds]).

timed(Count, Body) ->
    Start = erlang:monotonic_time(nanosecond),
    Body(),
    (erlang:monotonic_time(nanosecond) - Start) / Count.

%% One message goes round among N processes.
ring(N, Hops) ->
    Main = self(),
    First = spawn(fun() -> receive {link, Next} -> node_loop(Next, Main) end end),
    Last = lists:foldl(
        fun(_, Next) -> spawn(fun() -> node_loop(Next, Main) end) end, First, lists:seq(2, N)),
    First ! {link, Last},
    Time = timed(Hops, fun() -> First ! {token, Hops}, receive done -> ok end end),
    First ! stop,
    Time.

node_loop(Next, Main) ->
    receive
        {token, 1} -> Main ! done, node_loop(Next, Main);
        {token, Left} -> Next ! {token, Left - 1}, node_loop(Next, Main);
        stop -> Next ! stop
    end.

%% N processes send so many messages each to one.
fan(N, Each) ->
    Main = self(),
    Sink = spawn(fun() -> sink(N * Each, Main) end),
    timed(N * Each, fun() ->
        [spawn(fun() -> burst(Sink, Each) end) || _ <- lists:seq(1, N)],
        receive done -> ok end
    end).

sink(0, Main) -> Main ! done;
sink(Left, Main) -> receive {token, _} -> sink(Left - 1, Main) end.

burst(_, 0) -> ok;
burst(Sink, Left) -> Sink ! {token, Left}, burst(Sink, Left - 1).
