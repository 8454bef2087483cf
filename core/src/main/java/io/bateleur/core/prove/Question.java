package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Assumption;
import io.bateleur.core.report.Assumption.Saw;
import io.bateleur.core.report.Assumption.WroteFirst;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something that is open in a world, with all answers that there can be. */
record Question(String text, List<Answer> answers) {
    Question {
        answers = List.copyOf(answers);
    }

    record Answer(String text, Assumption assumption) {}

    /** What is still open after everything that follows, and can make a difference: reads first, then orders of versions. */
    static List<Question> open(World world, Deduction known) {
        List<Question> open = new ArrayList<>();
        Asg asg = world.asg();
        for (int t = 0; t < asg.transactionCount(); t++) {
            for (int r = asg.firstRead(t); world.happened(t) && r < asg.firstRead(t + 1); r++) {
                if (world.source(r) == World.OPEN && matters(world, t, r)) {
                    open.add(source(world, r));
                }
            }
        }
        for (int a = 0; a < asg.writeCount(); a++) {
            int key = asg.writeKey(a);
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                int b = asg.writeOfKey(i);
                if (a < b && bothHappened(world, a, b) && !known.isOrdered(a, b) && orderMatters(world, known, a, b)) {
                    open.add(order(world, a, b));
                }
            }
        }
        return open;
    }

    private static boolean bothHappened(World world, int a, int b) {
        Asg asg = world.asg();
        return world.happened(asg.writeTransaction(a)) && world.happened(asg.writeTransaction(b));
    }

    /** Where reads do not count, what was read matters only as far as it tells who happened. */
    private static boolean matters(World world, int reader, int read) {
        Criterion criterion = world.rules().criterion(reader);
        if (criterion.reads() || criterion.visibility() != Visibility.NOTHING) {
            return true;
        }
        for (int write : world.candidates(read)) {
            if (write != Asg.INITIAL && !world.happened(world.asg().writeTransaction(write))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The order of two versions is free where nothing follows from it but itself: any order of the transactions that has no
     * cycle will do.
     */
    private static boolean orderMatters(World world, Deduction known, int a, int b) {
        if (world.rules().perKey()) {
            return false;
        }
        boolean read = known.isRead(a) || known.isRead(b);
        for (int t = 0; t < world.asg().transactionCount(); t++) {
            Criterion criterion = world.rules().criterion(t);
            if (criterion.visibility() == Visibility.DEPENDENCIES
                    || criterion.points() == Points.SNAPSHOT
                    || criterion.anti() != Anti.NONE && read) {
                return true;
            }
        }
        return false;
    }

    /** Which of two versions of a key is older. */
    static Question order(World world, int a, int b) {
        Sentences sentences = new Sentences(world);
        return new Question(
                sentences.whichFirst(a, b),
                List.of(
                        new Answer(sentences.wroteFirst(a), wroteFirst(world, a, b)),
                        new Answer(sentences.wroteFirst(b), wroteFirst(world, b, a))));
    }

    /** Which version a read saw. */
    static Question source(World world, int read) {
        Sentences sentences = new Sentences(world);
        List<Answer> answers = new ArrayList<>();
        for (int write : world.candidates(read)) {
            answers.add(new Answer(sentences.saw(read, write), saw(world, read, write)));
        }
        String text = answers.isEmpty() ? sentences.noneSeen(read) : sentences.whichSeen(read);
        return new Question(text, answers);
    }

    private static WroteFirst wroteFirst(World world, int first, int second) {
        Asg asg = world.asg();
        History history = asg.history();
        Value key = history.keys().get(asg.writeKey(first));
        return new WroteFirst(
                key,
                history.transaction(asg.writeTransaction(first)),
                history.transaction(asg.writeTransaction(second)));
    }

    private static Saw saw(World world, int read, int write) {
        Asg asg = world.asg();
        History history = asg.history();
        return new Saw(
                history.transaction(asg.readTransaction(read)),
                new Operation(history, asg.readOperation(read)),
                history.keys().get(asg.readKey(read)),
                write == Asg.INITIAL
                        ? Optional.empty()
                        : Optional.of(history.transaction(asg.writeTransaction(write))));
    }
}
