package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The logs of Viper: a directory of files such as {@code J24.log}, one per session, with one JSON object per committed
 * transaction. What they mean is told in {@link ViperReader} and {@link ViperTape}.
 */
public final class ViperFormat implements TraceFormat {
    private static final Pattern LOG = Pattern.compile("J(\\d{1,18})\\.log");

    static final Fit.Rule VALUES = new Fit.Rule(
            "anything but null, byte strings and the string \"nil\"",
            value -> Refusals.PRESENT.holds().test(value) && !value.equals(Value.of("nil")));

    private static final Fit FIT = new Fit(
            Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN),
            Set.of(Ending.COMMITTED),
            Set.of(Content.Live.class, Content.Dead.class),
            Refusals.ANY,
            VALUES,
            Fit.Initial.ANY,
            Set.of());

    /** Whether a log can have this number in its name. */
    static boolean isSession(long name) {
        return LOG.matcher("J" + name + ".log").matches();
    }

    @Override
    public String name() {
        return "viper";
    }

    @Override
    public String description() {
        return "Viper: a directory of J<session>.log, one JSON object per transaction";
    }

    @Override
    public boolean recognises(Head head) {
        return head.names().stream().anyMatch(name -> LOG.matcher(name).matches())
                && (head.bytes().length == 0 || head.start().startsWith("{"));
    }

    @Override
    public Fit fit() {
        return FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        if (!source.isDirectory()) {
            throw new BadInputException(
                    Place.file(source.name()), "found a file, expected a directory of files such as J24.log", "");
        }
        ViperReader reader = new ViperReader();
        boolean found = false;
        for (String name : source.names()) {
            Matcher log = LOG.matcher(name);
            if (log.matches()) {
                found = true;
                try (Source child = source.child(name);
                        JsonInput in = new JsonInput(child)) {
                    reader.read(in, Long.parseLong(log.group(1)));
                }
            }
        }
        if (!found) {
            throw new BadInputException(
                    Place.file(source.name()), "found no file such as J24.log, expected one per session", "");
        }
        return reader.build(notes);
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        ViperWriter writer = new ViperWriter(history);
        writer.requireFit(this);
        writer.write(sink);
    }
}
