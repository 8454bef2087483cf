package io.bateleur.app.cli;

import io.bateleur.core.check.Verdict;
import io.bateleur.examine.Judge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A check in a process of its own, with a judge that takes its time: what Ctrl-C does to it can be seen. */
final class SlowCheck {
    private SlowCheck() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.system();
        boolean deaf = Boolean.getBoolean("deaf");
        FakeJudge fake = new FakeJudge();
        Judge slow = (history, level, budget) -> {
            if (level.needsTimes()) {
                tellTheTest();
                if (deaf) {
                    sleepForEver();
                    return new Verdict.Undecided("never reached");
                }
            }
            return fake.check(history, level, budget);
        };
        new Main(terminal, List.of(new Check(terminal, checker -> slow))).runAndExit(args);
    }

    private static void tellTheTest() {
        try {
            Files.createFile(Path.of("started"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void sleepForEver() {
        try {
            Thread.sleep(120_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
