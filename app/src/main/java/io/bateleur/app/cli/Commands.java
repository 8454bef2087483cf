package io.bateleur.app.cli;

import java.util.List;

/** The list of commands, in the order in which the help shows them. A new command is a class and a line here. */
final class Commands {
    private Commands() {}

    static List<Object> all(Terminal terminal) {
        return List.of(
                new RunCommand(terminal),
                new Repro(terminal),
                new StartServer(terminal),
                new Shell(terminal),
                new Build(terminal),
                new ListCommand(terminal),
                new Demo(terminal),
                new WatchCommand(terminal),
                new Check(terminal),
                new Audit(terminal),
                new Analyze(terminal),
                new Info(terminal),
                new SqlCommand(terminal),
                new Convert(terminal),
                new Gen(terminal),
                new Solve(terminal),
                new Bench(terminal),
                new Completion(terminal),
                new HelpCommand());
    }
}
