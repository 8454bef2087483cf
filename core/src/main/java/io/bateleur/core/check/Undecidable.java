package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.LevelWords;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a trace does not tell, so that a verdict would be a guess; and what it tells without any search. */
final class Undecidable {
    private Undecidable() {}

    /** Why "holds" cannot be said of this history and level even when the search finds a witness. */
    static Optional<String> of(Asg asg, Level level) {
        if (level.needsTimes() && !asg.history().hasTimes()) {
            return Optional.of("the trace has no times of its clients, and " + level + " counts real time");
        }
        if (level.mixed()) {
            for (int t = 0; t < asg.transactionCount(); t++) {
                Visibility visibility = level.of(asg.history(), t).criterion().visibility();
                if (visibility.perKey() || visibility == Visibility.CAUSES) {
                    return Optional.of("transaction " + asg.history().transactionId(t) + " is at "
                            + level.of(asg.history(), t) + ", which cannot be mixed with others yet");
                }
            }
        }
        return Optional.empty();
    }

    /** Which recorded levels nobody knows, where they count: what they ask is not known either, so that nothing can be said. */
    static Optional<String> unknownLevels(History history, Level level) {
        List<String> unknown = level.mixed() ? LevelWords.unknown(history) : List.of();
        if (unknown.isEmpty()) {
            return Optional.empty();
        }
        String names = unknown.stream().map(words -> "'" + words + "'").collect(Collectors.joining(", "));
        return Optional.of("the trace records the " + (unknown.size() == 1 ? "level " : "levels ") + names
                + LevelWords.engine(history).map(engine -> " of " + engine).orElse("")
                + ", which Bateleur does not know");
    }

    /** The first whose level counts reads and who made a read that nothing explains, with whom it should not have read from. */
    static Optional<int[]> badReaders(Asg asg, Level level) {
        for (BadRead read : asg.badReads()) {
            int reader = read.reader().number();
            if (level.of(asg.history(), reader).criterion().reads()) {
                TreeSet<Integer> both = new TreeSet<>();
                both.add(reader);
                read.writer().ifPresent(writer -> both.add(writer.number()));
                return Optional.of(both.stream().mapToInt(t -> t).toArray());
            }
        }
        return Optional.empty();
    }
}
