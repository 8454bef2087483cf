package io.bateleur.app.cli;

import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.sql.audit.AuditVerdict;
import java.io.PrintStream;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** A line for each file, and what was found in it. */
final class AuditText implements AuditPrinter {
    private static final int REASONS_MAX = 8;

    private final Terminal terminal;
    private final PrintStream out;
    private final boolean states;

    AuditText(Terminal terminal, boolean states) {
        this.terminal = terminal;
        this.out = terminal.text();
        this.states = states;
    }

    @Override
    public void print(String file, AuditVerdict verdict, long millis) {
        FileReport.Covered covered = verdict.covered();
        if (covered.left() + covered.inPart() > 0) {
            out.println(
                    file + ": " + covered.left() + " of " + covered.statements() + " statements were not evaluated:");
            covered.reasons().entrySet().stream()
                    .limit(REASONS_MAX)
                    .forEach(reason -> out.println("  " + reason.getValue() + ": " + reason.getKey()));
        }
        String head = file + ": " + verdict.level() + " " + word(verdict);
        verdict.match(
                accepted -> {
                    out.println(head + (accepted.limit().isEmpty() ? "" : ", " + accepted.limit()));
                    if (states) {
                        out.println("  an order that explains it: "
                                + accepted.witness().stream()
                                        .map(Transaction::name)
                                        .collect(Collectors.joining(" ")));
                    }
                    return true;
                },
                refused -> {
                    out.println(head + ": " + refused.finding().title().words() + ", after " + refused.prefix()
                            + (refused.prefix() == 1 ? " transaction" : " transactions"));
                    out.println("\n"
                            + TextRenderer.render(refused.finding(), terminal.textColumns())
                                    .stripTrailing());
                    return true;
                },
                undecided -> {
                    out.println(head + ": " + undecided.reason());
                    return true;
                });
    }

    private String word(AuditVerdict verdict) {
        String style = verdict.match(accepted -> "bold,green", refused -> "bold,red", undecided -> "bold,yellow");
        return terminal.colours() ? Ansi.ON.string("@|" + style + " " + verdict.word() + "|@") : verdict.word();
    }
}
