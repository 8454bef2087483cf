package io.bateleur.core.mirror;

import io.bateleur.core.mirror.Retrial.Refutation;
import io.bateleur.core.report.Sentence;
import java.util.ArrayList;
import java.util.List;

/** A refutation in sentences. */
final class Inequalities {
    private final List<Sentence> sentences = new ArrayList<>();

    private Inequalities() {}

    static List<Sentence> sentences(Refutation why) {
        Inequalities out = new Inequalities();
        out.tell(0, why);
        return out.sentences;
    }

    private void tell(int depth, Refutation why) {
        if (why instanceof Refutation.Impossible impossible) {
            sentences.add(new Sentence(depth, impossible.why()));
        } else if (why instanceof Refutation.Circle circle) {
            circle(depth, circle.links());
        } else if (why instanceof Refutation.Cases cases) {
            sentences.add(new Sentence(depth, cases.question() + " No answer fits."));
            for (Refutation.Case one : cases.cases()) {
                sentences.add(new Sentence(depth, "If " + one.answer() + ":"));
                tell(depth + 1, one.why());
            }
        }
    }

    /** From the later bound through the orders to the earlier bound, or once around. */
    private void circle(int depth, List<Instants.Link> links) {
        int start = 0;
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).to() == 0) {
                start = i;
            }
        }
        String last = "";
        for (int i = 0; i < links.size(); i++) {
            String text = links.get((start + i) % links.size()).why();
            if (!text.equals(last)) {
                sentences.add(new Sentence(depth, text));
            }
            last = text;
        }
        boolean clock = links.stream().anyMatch(link -> link.to() == 0 || link.from() == 0);
        sentences.add(new Sentence(
                depth, clock ? "No instant satisfies all of these." : "In this circle each would come before itself."));
    }
}
