package io.bateleur.core.mirror;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Value;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Turns suspicions into small parts, gives them their names, and has them argued again. */
final class Accuser implements Suspicions {
    private final TransactionTable transactions;
    private final ValueCodes codes;
    private final KeyTable keys;
    private final InitialContents initial;
    private final IntFunction<Value> sessionNames;
    private final FindingLog findings;
    /** Whether events may be missing. */
    private final BooleanSupplier incomplete;
    /** Whether events without times were met: each of them may have been at another time than it was given here. */
    private final BooleanSupplier vague;

    private Evolver evolver;

    Accuser(
            TransactionTable transactions,
            ValueCodes codes,
            KeyTable keys,
            InitialContents initial,
            RangeReads ranges,
            IntFunction<Value> sessionNames,
            FindingLog findings,
            BooleanSupplier incomplete,
            BooleanSupplier vague) {
        this.transactions = transactions;
        this.codes = codes;
        this.keys = keys;
        this.initial = initial;
        this.sessionNames = sessionNames;
        this.findings = findings;
        this.incomplete = incomplete;
        this.vague = vague;
        this.evolver = new Evolver(transactions, codes, keys, initial, ranges, this);
    }

    Evolver evolver() {
        return evolver;
    }

    private PartBuilder part() {
        return new PartBuilder(transactions, evolver.versions, codes, keys, initial, sessionNames, evolver.now());
    }

    /** What does not argue from what is missing stands whatever is missing. */
    private boolean isFinal(boolean arguesFromAbsence) {
        return !arguesFromAbsence || !incomplete.getAsBoolean();
    }

    @Override
    public void read(int t, int operation) {
        OpLog log = transactions.log(t);
        PartBuilder part = part();
        part.read(t, operation);
        AnomalyName name = AnomalyName.STALE_READ;
        int key = log.keys[operation];
        long seen = log.kinds[operation] == OpLog.READ_LIST
                ? evolver.lists.last(codes, log.values[operation])
                : log.values[operation];
        if (seen != ValueCodes.ABSENT) {
            int culprit = evolver.writerOf(key, seen, t);
            if (culprit >= 0) {
                part.writes(culprit, key);
                name = switch (transactions.state[culprit]) {
                    case TransactionTable.ABORTED -> AnomalyName.ABORTED_READ;
                    case TransactionTable.BEGUN -> AnomalyName.DIRTY_READ;
                    default ->
                        evolver.isOverwritten(culprit, key, seen)
                                ? AnomalyName.INTERMEDIATE_READ
                                : committedLater(t, log, operation, culprit);
                };
            }
        }
        suspect(Mechanism.CONSISTENT_READ, name, t, log.before[operation], isFinal(true), part);
    }

    private AnomalyName committedLater(int t, OpLog log, int operation, int culprit) {
        if (transactions.endBefore[culprit] > log.after[operation]) {
            return AnomalyName.DIRTY_READ;
        }
        boolean future = transactions.profile[t].reads() == Profile.Reads.TRANSACTION
                && transactions.hasAnchor(t)
                && (log.flags[operation] & OpLog.LOCKING) == 0
                && transactions.endBefore[culprit] > transactions.anchorAfter[t];
        return future ? AnomalyName.FUTURE_READ : AnomalyName.STALE_READ;
    }

    @Override
    public void snapshot(int t, int lowWitness, int highWitness) {
        OpLog log = transactions.log(t);
        PartBuilder part = part();
        AnomalyName name = AnomalyName.READ_SKEW;
        if (lowWitness >= 0) {
            part.read(t, lowWitness);
        } else {
            name = AnomalyName.STALE_READ;
        }
        if (highWitness >= 0) {
            part.read(t, highWitness);
        } else {
            name = AnomalyName.DIRTY_READ;
        }
        long time = log.before[Math.max(lowWitness, highWitness)];
        suspect(Mechanism.CONSISTENT_READ, name, t, time, isFinal(true), part);
    }

    @Override
    public void ownWrite(int t, int operation) {
        PartBuilder part = part();
        part.read(t, operation);
        // Its own operations are in their order, whatever their times.
        findings.suspect(
                Mechanism.CONSISTENT_READ,
                seesBoth(transactions.log(t), operation) ? AnomalyName.DUPLICATE_ROW : AnomalyName.IGNORED_OWN_WRITE,
                transactions.profile[t],
                transactions.id(t),
                transactions.log(t).before[operation],
                true,
                part.build());
    }

    @Override
    public void statement(int t, int one, int other) {
        OpLog log = transactions.log(t);
        PartBuilder part = part();
        for (int i = log.statementStart(one); i < log.size && log.isOfStatement(i, one); i++) {
            if (i == one || i == other) {
                part.read(t, i);
            }
        }
        suspect(Mechanism.CONSISTENT_READ, AnomalyName.READ_SKEW, t, log.before[one], isFinal(true), part);
    }

    @Override
    public void lists(int t, int operation, TransactionTable.Sighting other) {
        PartBuilder part = part();
        part.read(t, operation);
        part.readOf(other.reader(), other.key(), other.seen(), other.before(), other.after());
        OpLog log = transactions.log(t);
        suspect(Mechanism.CONSISTENT_READ, AnomalyName.LIST_ORDER, t, log.before[operation], isFinal(true), part);
    }

    @Override
    public void snapshots(Certifier.Edge[] edges) {
        PartBuilder part = part();
        for (Certifier.Edge edge : edges) {
            boolean sees = edge.kind() == EdgeKind.WR;
            part.readOf(sees ? edge.to() : edge.from(), edge.key(), edge.seen(), edge.readBefore(), edge.readAfter());
            part.writes(sees ? edge.from() : edge.to(), edge.key());
            if (edge.source() >= 0) {
                part.writes(edge.source(), edge.key());
            }
        }
        int main = edges[edges.length - 1].from();
        suspect(
                Mechanism.CONSISTENT_READ,
                AnomalyName.LONG_FORK,
                main,
                edges[edges.length - 1].readBefore(),
                isFinal(true),
                part);
    }

    /** Whether the same statement also shows what its transaction wrote there. */
    private boolean seesBoth(OpLog log, int read) {
        int own = log.lastWrite(log.keys[read], read);
        for (int i = own + 1; i < log.size; i++) {
            boolean same = i != read
                    && log.keys[i] == log.keys[read]
                    && log.kinds[i] == OpLog.READ
                    && log.before[i] == log.before[read]
                    && log.after[i] == log.after[read];
            if (same && log.values[i] != ValueCodes.UNKNOWN && codes.match(log.values[i], log.values[own])) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void update(int t, int key, int other, int otherKey) {
        PartBuilder part = part();
        part.writes(t, key);
        part.writes(other, otherKey);
        windows(part, t);
        windows(part, other);
        suspect(
                Mechanism.FIRST_UPDATER_WINS,
                AnomalyName.LOST_UPDATE,
                t,
                transactions.endBefore[t],
                isFinal(true),
                part);
    }

    /** The reads that say when a snapshot was taken, where they are still known. */
    private void windows(PartBuilder part, int t) {
        OpLog log = transactions.log[t];
        if (log == null || transactions.high[t] == transactions.anchorAfter[t]) {
            return;
        }
        int witness = transactions.highWitness[t];
        if (witness >= 0) {
            part.read(t, witness);
        }
    }

    @Override
    public void holders(int row, int t, int other) {
        PartBuilder part = part();
        part.row(t, row);
        part.row(other, row);
        part.success(t);
        part.success(other);
        suspect(Mechanism.MUTUAL_EXCLUSION, AnomalyName.DIRTY_WRITE, t, transactions.endBefore[t], true, part);
    }

    @Override
    public void cycle(Certifier.Edge[] edges) {
        PartBuilder part = part();
        int antis = 0;
        boolean reads = false;
        for (Certifier.Edge edge : edges) {
            add(part, edge);
            reads |= edge.kind() != EdgeKind.WW;
            antis += edge.kind() == EdgeKind.RW ? 1 : 0;
        }
        AnomalyName name = antis > 1
                ? AnomalyName.G2
                : antis == 1 ? AnomalyName.G_SINGLE : reads ? AnomalyName.G1C : AnomalyName.G0;
        int main = edges[edges.length - 1].from();
        suspect(Mechanism.CERTIFIER, name, main, transactions.endBefore[main], isFinal(true), part);
    }

    private static void add(PartBuilder part, Certifier.Edge edge) {
        if (edge.kind() == EdgeKind.WW) {
            part.writes(edge.from(), edge.key());
            part.writes(edge.to(), edge.key());
            return;
        }
        int reader = edge.kind() == EdgeKind.WR ? edge.to() : edge.from();
        int writer = edge.kind() == EdgeKind.WR ? edge.from() : edge.to();
        part.readOf(reader, edge.key(), edge.seen(), edge.readBefore(), edge.readAfter());
        part.writes(writer, edge.key());
        if (edge.source() >= 0) {
            part.writes(edge.source(), edge.key());
        }
    }

    @Override
    public void deviation(Profile.Deviation rule, Certifier.Edge[] edges) {
        PartBuilder part = part();
        for (Certifier.Edge edge : edges) {
            add(part, edge);
            part.aWrite(edge.from());
        }
        AnomalyName name =
                switch (rule) {
                    case DANGEROUS_STRUCTURE -> AnomalyName.DANGEROUS_STRUCTURE;
                    case OPTIMISTIC_VALIDATION -> AnomalyName.STALE_VALIDATION;
                    default -> AnomalyName.TIMESTAMP_INVERSION;
                };
        int main = edges[0].to();
        suspect(Mechanism.of(rule), name, main, transactions.endBefore[main], isFinal(true), part);
    }

    private void suspect(
            Mechanism mechanism, AnomalyName name, int main, long time, boolean isFinal, PartBuilder part) {
        boolean late = transactions.late[main];
        findings.suspect(
                mechanism,
                name,
                transactions.profile[main],
                transactions.id(main),
                time,
                isFinal && !late && !vague.getAsBoolean(),
                part.build());
    }
}
