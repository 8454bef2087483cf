package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Notation;
import io.bateleur.core.solve.Problem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether transactions happened and which versions reads saw, as variables of a problem, each made when it is first asked for.
 *
 * <p>A literal 0 stands for what is certain.
 */
abstract class Facts {
    final Asg asg;
    final Problem problem;
    private final boolean readsMustBeGood;
    private final Map<Integer, Integer> happened = new HashMap<>();
    /** By read: its first variable; those of its candidates follow in their order. */
    private final Map<Integer, Integer> readVariables = new HashMap<>();

    /** By blank version, what each value that was read of it is called. */
    private final Map<Integer, Map<Integer, Integer>> contents = new HashMap<>();

    Facts(Asg asg, Problem problem, boolean readsMustBeGood) {
        this.asg = asg;
        this.problem = problem;
        this.readsMustBeGood = readsMustBeGood;
    }

    /** The known source of a read, or {@link Ir#OPEN}. */
    abstract int source(int read);

    abstract boolean isPossible(int candidatePlace);

    /** Called once for each literal that says that a read saw a write. */
    abstract void saw(int read, int write, int literal);

    /** What variables say, in words; those that only help to say something are not among them. */
    SortedMap<Integer, String> meanings() {
        SortedMap<Integer, String> meanings = new TreeMap<>();
        happened.forEach((t, variable) -> meanings.put(variable, name(t) + " happened"));
        readVariables.forEach((r, first) -> {
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                meanings.put(variableOf(r, c), "r" + r + " saw " + AsgDump.version(asg.candidate(c)));
            }
        });
        contents.forEach((version, values) -> values.forEach((value, variable) -> {
            String held =
                    version < 0 ? "the initial " + asg.history().keys().get(-1 - version) : AsgDump.version(version);
            meanings.put(variable, held + " was " + content(value));
        }));
        return meanings;
    }

    private String content(int seen) {
        if (seen == History.ABSENT) {
            return Notation.ABSENT;
        }
        if (seen == History.UNKNOWN) {
            return "something";
        }
        boolean dead = seen < 0;
        return (dead ? Notation.ABSENT : "") + asg.history().values().get(dead ? seen - Integer.MIN_VALUE : seen);
    }

    final String name(int transaction) {
        return asg.history().transactionId(transaction).toString();
    }

    // ---- whether a transaction happened

    /** The literal that says that a transaction happened; 0 when it certainly did. */
    final int happened(int transaction) {
        if (asg.fate(transaction) == Asg.Fate.HAPPENED) {
            return 0;
        }
        Integer known = happened.get(transaction);
        if (known != null) {
            return known;
        }
        int variable = problem.variable();
        happened.put(transaction, variable);
        problem.phase(variable, false);
        problem.clause(variable, -variable); // decided like any other, so that every candidate says it
        if (readsMustBeGood && asg.hasBadRead(transaction)) {
            problem.clause(-variable);
        }
        return variable;
    }

    /** Who saw another's element in a list happened only if that one did. */
    final void companions() {
        int[] pairs = asg.companions();
        for (int i = 0; i < pairs.length; i += 2) {
            int reader = happened(pairs[i]);
            int writer = happened(pairs[i + 1]);
            if (writer != 0 && reader == 0) {
                problem.clause(writer);
            } else if (writer != 0) {
                problem.clause(-reader, writer);
            }
        }
    }

    // ---- which version a read saw

    final boolean isOpened(int read) {
        return readVariables.containsKey(read);
    }

    /** Makes the variables of an open read; exactly one is true when its reader happened. */
    final void open(int read) {
        if (isOpened(read)) {
            return;
        }
        int from = asg.firstCandidate(read);
        int to = asg.firstCandidate(read + 1);
        int first = problem.variables(to - from);
        readVariables.put(read, first);
        int readerHappened = happened(asg.readTransaction(read));
        int[] literals = new int[to - from + 1];
        int size = 0;
        for (int c = from; c < to; c++) {
            int variable = first + c - from;
            if (isPossible(c)) {
                literals[size++] = variable;
                candidate(read, variable, asg.candidate(c));
            } else {
                problem.clause(-variable);
            }
        }
        if (readerHappened != 0) {
            literals[size++] = -readerHappened;
        }
        problem.exactlyOne(Arrays.copyOf(literals, size));
    }

    private void candidate(int read, int variable, int write) {
        if (asg.isBlank(read, write)) {
            problem.clause(-variable, held(read, write));
        }
        if (write < 0) {
            return;
        }
        int writer = happened(asg.writeTransaction(write));
        if (writer != 0) {
            problem.clause(-variable, writer);
        }
        saw(read, write, variable);
    }

    /** The literal that says that a read saw one of its candidates; 0 when it certainly did. */
    final int saw(int read, int write) {
        if (source(read) != Ir.OPEN) {
            return happened(asg.readTransaction(read));
        }
        open(read);
        int from = asg.firstCandidate(read);
        for (int c = from; c < asg.firstCandidate(read + 1); c++) {
            if (asg.candidate(c) == write) {
                return variableOf(read, c);
            }
        }
        throw new IllegalArgumentException("write " + write + " is no candidate of read " + read);
    }

    final int variableOf(int read, int candidatePlace) {
        return readVariables.getOrDefault(read, 0) + candidatePlace - asg.firstCandidate(read);
    }

    /** A read of a transaction that may not have happened: what it saw has happened when it did. */
    final void readOfPossible(int read) {
        if (source(read) == Ir.OPEN) {
            open(read);
            return;
        }
        int reader = happened(asg.readTransaction(read));
        int source = source(read);
        if (source >= 0) {
            int writer = happened(asg.writeTransaction(source));
            if (writer != 0) {
                problem.clause(-reader, writer);
            }
            saw(read, source, reader);
        }
    }

    /** Readers of a version whose content nobody tells must agree on what it was. */
    final void readOfBlank(int read) {
        if (!asg.hasBlankCandidate(read)) {
            return;
        }
        int source = source(read);
        if (source == Ir.OPEN) {
            open(read);
        } else if (asg.isBlank(read, source)) {
            int reader = happened(asg.readTransaction(read));
            int literal = held(read, source);
            if (reader == 0) {
                problem.clause(literal);
            } else {
                problem.clause(-reader, literal);
            }
        }
    }

    /** The literal that says that a blank version held what a read saw. */
    private int held(int read, int write) {
        int version = write == Asg.INITIAL ? -1 - asg.readKey(read) : write;
        Map<Integer, Integer> values = contents.computeIfAbsent(version, v -> new HashMap<>());
        int content = asg.seenContent(read);
        Integer known = values.get(content);
        if (known != null) {
            return known;
        }
        int variable = problem.variable();
        problem.phase(variable, false);
        values.forEach((other, held) -> {
            if (!Asg.agree(content, other)) {
                problem.clause(-variable, -held);
            }
        });
        values.put(content, variable);
        return variable;
    }
}
