package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The mini-language: a history as people write it, one line per transaction. Specified in docs/mini-language.md.
 *
 * <pre>
 *   T1@s1: r(x,0) w(y,1) scan(a,m)=[b:1] c
 *   T2@s2: w(x,1) a
 * </pre>
 */
public final class Mini implements TraceFormat {
    private static final String FIRST_LINES =
            "(?s)(\\s*(#[^\\n]*)?\\n)*\\s*((initial|unique|order|about|session|rows)\\b.*|[^\\s({\\[][^\\n(]*:[ \\t]+"
                    + "(b|r!?\\(|w\\(|d\\(|a\\(|l!?\\(|scan|iter|sql|[cau]\\b).*)";

    /** Parses a history that is known to be right, such as one in a test. */
    public static History parse(String text) {
        try (Source source = Source.of("history", text)) {
            return new Mini().read(source, new Notes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A history in the mini-language, every line with a line feed. */
    public static String print(History history) {
        return new MiniPrinter(history).print();
    }

    /** The transactions of a history in the mini-language, a line each, without times: what people want to see first. */
    public static List<String> transactions(History history) {
        return new MiniPrinter(history, false).transactions().toList();
    }

    @Override
    public String name() {
        return "mini";
    }

    @Override
    public String description() {
        return "the mini-language of the documentation, one line a transaction; holds everything";
    }

    @Override
    public boolean recognises(Head head) {
        return !head.isDirectory() && head.start().matches(FIRST_LINES);
    }

    @Override
    public Fit fit() {
        return Fit.everything();
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        return new MiniParser(new Input(source), notes).parse();
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (OutputStream out = sink.stream()) {
            new MiniPrinter(history).printTo(out);
        }
    }
}
