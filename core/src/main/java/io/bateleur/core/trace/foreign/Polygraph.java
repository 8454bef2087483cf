package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A graph of which some edges are known and of others it is known that exactly one of two is there; what Cobra makes of a
 * history and writes to a {@code .polyg} file. It is no history: who wrote what is not in it any more.
 *
 * <pre>
 *   n:3             nodes 0, 1 and 2
 *   e:0,1           an edge
 *   c:2,1|1,0       one of two edges
 * </pre>
 *
 * @param nodes how many there are
 * @param edges source and target of each edge, one after another
 * @param choices sources and targets of the two edges of each choice, one after another
 */
public record Polygraph(int nodes, int[] edges, int[] choices) {
    private static final String HINT = "a line is n:nodes, e:from,to or c:from,to|from,to";
    private static final Pattern FIRST_LINE =
            Pattern.compile("n\\s*:\\s*[0-9]+\\s*(\\n\\s*[ec]\\s*:.*|$)", Pattern.DOTALL);

    public Polygraph {
        if (edges.length % 2 != 0 || choices.length % 4 != 0) {
            throw new IllegalArgumentException("half an edge");
        }
        int count = nodes;
        if (IntStream.concat(Arrays.stream(edges), Arrays.stream(choices)).anyMatch(n -> n < 0 || n >= count)) {
            throw new IllegalArgumentException("an edge of a node that is none of " + nodes);
        }
    }

    /** Whether a file that starts like this is probably a polygraph. */
    public static boolean recognises(Head head) {
        return !head.isDirectory() && FIRST_LINE.matcher(head.start()).matches();
    }

    public static Polygraph read(Source source) throws IOException {
        try (Tokens tokens = new Tokens(source, HINT)) {
            return new Reader(tokens).read();
        }
    }

    public void write(Sink sink) throws IOException {
        try (Writer out = new OutputStreamWriter(sink.stream(), StandardCharsets.US_ASCII)) {
            out.write("n:" + nodes + "\n");
            for (int i = 0; i < edges.length; i += 2) {
                out.write("e:" + edges[i] + "," + edges[i + 1] + "\n");
            }
            for (int i = 0; i < choices.length; i += 4) {
                out.write(
                        "c:" + choices[i] + "," + choices[i + 1] + "|" + choices[i + 2] + "," + choices[i + 3] + "\n");
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Polygraph that
                && nodes == that.nodes
                && Arrays.equals(edges, that.edges)
                && Arrays.equals(choices, that.choices);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * nodes + Arrays.hashCode(edges)) + Arrays.hashCode(choices);
    }

    @Override
    public String toString() {
        return "Polygraph[%d nodes, %d edges, %d choices]".formatted(nodes, edges.length / 2, choices.length / 4);
    }

    private static final class Reader {
        private final Tokens tokens;
        private final IntStream.Builder edges = IntStream.builder();
        private final IntStream.Builder choices = IntStream.builder();
        private int nodes;

        Reader(Tokens tokens) {
            this.tokens = tokens;
        }

        Polygraph read() throws IOException {
            if (tokens.next() != 'n') {
                throw tokens.expected("'n' and the number of nodes");
            }
            tokens.read();
            tokens.sign(':');
            nodes = nodes();
            tokens.endOfLine();
            for (int letter = tokens.next(); letter != -1; letter = tokens.next()) {
                if (letter != 'e' && letter != 'c') {
                    throw tokens.expected("'e' or 'c'");
                }
                tokens.read();
                tokens.sign(':');
                if (letter == 'e') {
                    edge(edges);
                } else {
                    edge(choices);
                    tokens.sign('|');
                    edge(choices);
                }
                tokens.endOfLine();
            }
            return new Polygraph(nodes, edges.build().toArray(), choices.build().toArray());
        }

        private int nodes() throws IOException {
            long count = tokens.natural("the number of nodes");
            if (count > Integer.MAX_VALUE) {
                throw tokens.wrongInteger("found " + count + " nodes, expected at most " + Integer.MAX_VALUE, "");
            }
            return (int) count;
        }

        private void edge(IntStream.Builder to) throws IOException {
            to.add(node());
            tokens.sign(',');
            to.add(node());
        }

        private int node() throws IOException {
            long node = tokens.natural("a node");
            if (node >= nodes) {
                throw tokens.wrongInteger(
                        "found node " + node + ", expected one of the " + nodes + " nodes from 0 on",
                        "the first line, n:" + nodes + ", tells how many nodes there are");
            }
            return (int) node;
        }
    }
}
