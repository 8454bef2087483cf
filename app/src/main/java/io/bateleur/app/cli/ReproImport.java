package io.bateleur.app.cli;

import io.bateleur.lab.repro.foreign.ForeignFormat;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "import",
        description = {
            "Print a file of another project as a case: a specification for PostgreSQL's isolationtester, a text file of Troc or DT2, "
                    + "YAML of Leopard, a script of ReplBug, or a page of Hermitage.",
            "What the file calls several cases becomes scenarios of one. A case of ours is printed as it was understood."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bateleur repro import mariadb26642.txt > mariadb26642.case",
            "  bateleur repro import src/test/isolation/specs/total-cash.spec",
            "  bateleur repro import my.case"
        })
final class ReproImport implements Callable<Integer> {
    @ParentCommand
    private Repro repro;

    @Parameters(index = "0", paramLabel = "FILE", description = "The file to read.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        boolean own = file.toString().endsWith(".case");
        repro.terminal.out().print(CasePrinter.print(own ? CaseParser.read(file) : ForeignFormat.read(file)));
        repro.terminal.out().flush();
        return ExitCodes.OK;
    }
}
