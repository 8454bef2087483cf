package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A directory of {@code T<k>.log}, one binary file per session. Everything is big-endian:
 *
 * <pre>
 *   'S' transaction              with time order on, a timestamp follows
 *   'R' writer, write id, key, hash of the value
 *   'W' write id, key, hash of the value
 *   'C' transaction              with time order on, a timestamp follows
 * </pre>
 *
 * The write id stands for the value; where all of them are the same universal id, the hash does. Only committed
 * transactions are logged.
 */
public final class CobraFormat implements TraceFormat {
    /** Writer or write id of a read that saw what was there before the first transaction. */
    static final long INITIAL = 0xbebeebeeL;
    /** Writer or write id of a read that saw nothing. */
    static final long NULL = 0xdeadbeefL;
    /** Write id of a delete, and of a read that saw one. */
    static final long DELETED = 0xabcdefabL;
    /** Writer and write id of everything, in logs whose writes have no ids of their own. */
    static final long UNIVERSAL = 0xabddefeeL;
    /** Writer of a read that saw what nobody wrote; no log has it. */
    static final long MISSING = 0xadeafbeeL;

    static final Pattern LOG = Pattern.compile("T([0-9]{1,18})\\.log");

    @Override
    public String name() {
        return "cobra";
    }

    @Override
    public String description() {
        return "Cobra binary logs: a directory of T0.log, T1.log, ...";
    }

    @Override
    public boolean recognises(Head head) {
        if (!head.isDirectory()) {
            return false;
        }
        boolean onlyLogs =
                head.names().stream().allMatch(name -> LOG.matcher(name).matches());
        boolean start = head.bytes().length == 0 || head.bytes()[0] == 'S';
        // Where there are other files too, the first bytes may be theirs.
        return onlyLogs
                ? start
                : head.names().stream().anyMatch(name -> LOG.matcher(name).matches());
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        return new CobraReader(notes).read(source);
    }

    @Override
    public Fit fit() {
        return new Fit(
                Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE),
                Set.of(Ending.COMMITTED, Ending.UNKNOWN),
                Set.of(Content.Live.class, Content.Dead.class),
                Fit.INTEGERS,
                Fit.INTEGERS,
                Fit.Initial.ABSENT,
                Set.of(Fit.Extra.TIMES));
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        for (int s = 0; s < history.sessionCount(); s++) {
            for (int i = 0; i < history.sessionSize(s) - 1; i++) {
                int t = history.transactionOfSession(s, i);
                if (!history.isCommitted(t)) {
                    throw new CannotExpressException(
                            this,
                            "transaction " + history.transactionId(t) + " has the ending " + history.ending(t)
                                    + " and is not the last of its session");
                }
            }
        }
        new CobraWriter(history).write(sink);
    }

    /** Whether an id means something special. */
    static boolean isReserved(long id) {
        return id == INITIAL || id == NULL || id == DELETED || id == UNIVERSAL || id == MISSING;
    }
}
