package io.bateleur.core.asg;

import io.bateleur.core.model.History;

/**
 * Reads a history into its graph: numbers the versions, and finds for each read from another transaction the versions that it
 * may have seen. Linear in the operations, the keys that ranges did not return included.
 */
public final class AsgBuilder {
    private AsgBuilder() {}

    public static Asg build(History history, OwnWrites policy) {
        WriteHistory writes = WriteHistory.of(history);
        Asg asg = new Asg(history, policy);
        // What is now known of fates may leave fewer versions to see: then the graph is made once more.
        if (fill(asg, writes).settle()) {
            asg = new Asg(history, policy);
            fill(asg, writes.again());
        }
        return asg;
    }

    private static Fates fill(Asg asg, WriteHistory writes) {
        writes.fill(asg);
        BadReads findings = new BadReads(writes);
        ReadLineage lineage = new ReadLineage(asg, writes, findings);
        lineage.fill();
        findings.fill(asg);
        Fates fates = new Fates(asg, writes, lineage);
        fates.fillCompanions();
        return fates;
    }
}
