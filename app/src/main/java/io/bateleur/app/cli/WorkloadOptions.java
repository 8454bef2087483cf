package io.bateleur.app.cli;

import io.bateleur.lab.run.WorkForm;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the clients of a run do: which workload, in which form, on how many keys. */
@Command(optionListHeading = "%nWorkload:%n")
final class WorkloadOptions {
    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "See: bateleur list workloads. Default: ${DEFAULT-VALUE}.")
    private String workload = "hot-keys";

    @Option(
            names = "--form",
            paramLabel = "FORM",
            completionCandidates = FormWords.class,
            description =
                    "What the workload speaks: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}. In SQL it has tables "
                            + "of its own, and statements are recorded with their answers; sql-locking reads FOR UPDATE what it "
                            + "is going to change.")
    private String form = WorkForm.KEY_VALUE.word();

    @Option(names = "--keys", paramLabel = "N", description = "Keys, accounts or whatever the workload counts by.")
    private @Nullable Integer keys;

    @Option(names = "--operations", paramLabel = "N", description = "Operations of a transaction.")
    private @Nullable Integer operations;

    @Option(
            names = "--zipf",
            paramLabel = "S",
            description = "How uneven keys are chosen: 0 all alike, 0.99 as is usual.")
    private @Nullable Double zipf;

    @Option(
            names = "--duplicates",
            paramLabel = "N",
            description = "Write only so many different values; 0: each once.")
    private @Nullable Integer duplicates;

    @Option(
            names = "--locks",
            paramLabel = "SHARE",
            description = "Of reads that lock what they read (SELECT ... FOR UPDATE): 0.5, 1 for all. Default: 0.")
    private double locks;

    /** The workload, or a usage error that says which there are. */
    Workloads.Entry entry() {
        try {
            return Workloads.named(workload);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    /** The form that the workload shall have, or a usage error when it has none such. */
    WorkForm form(Workloads.Entry entry, boolean ofMatrix) {
        WorkForm chosen = WorkForm.of(form)
                .orElseThrow(() -> CommandFailed.usage(
                        "unknown form '" + form + "', expected one of " + String.join(", ", WorkForm.words())));
        if (chosen != WorkForm.KEY_VALUE && ofMatrix) {
            throw CommandFailed.usage("the matrix is made with the form key-value, which all databases have");
        }
        if (chosen != WorkForm.KEY_VALUE && !SqlWorkloads.names().contains(entry.name())) {
            throw CommandFailed.usage("the workload " + entry.name() + " has no form in SQL; these have: "
                    + String.join(", ", SqlWorkloads.names()));
        }
        return chosen;
    }

    /** The workload's own settings, but for what was chosen. */
    Settings settings(Workloads.Entry entry) {
        Settings defaults = entry.defaults();
        try {
            return new Settings(
                    keys != null ? keys : defaults.keys(),
                    operations != null ? operations : defaults.operations(),
                    zipf != null ? zipf : defaults.zipf(),
                    duplicates != null ? duplicates : defaults.duplicates(),
                    locks);
        } catch (IllegalArgumentException e) {
            throw CommandFailed.usage(String.valueOf(e.getMessage()));
        }
    }

    /** What shells complete. */
    static final class FormWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return WorkForm.words().iterator();
        }
    }
}
