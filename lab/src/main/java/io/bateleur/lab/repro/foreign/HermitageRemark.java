package io.bateleur.lab.repro.foreign;

import io.bateleur.lab.repro.language.Cell;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Reply;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a page of Hermitage says in words about a statement: {@code BLOCKS}, {@code Shows 1 => 10}, {@code This unblocks T2}. */
record HermitageRemark(String text, Optional<SqlLevel> level, List<String> sessions) {
    private static final Pattern WAKES =
            Pattern.compile("unblocks (T\\d+)|(T\\d+) now prints out", Pattern.CASE_INSENSITIVE);
    private static final Pattern ROW = Pattern.compile("(-?\\w+) => (-?\\w+)");
    private static final Pattern NUMBER = Pattern.compile("ERROR (\\d{4})\\b");

    static List<String> woken(String text) {
        Matcher wakes = WAKES.matcher(text);
        List<String> woken = new ArrayList<>();
        while (wakes.find()) {
            woken.add((wakes.group(1) == null ? wakes.group(2) : wakes.group(1)).toUpperCase(Locale.ROOT));
        }
        return woken.stream().distinct().toList();
    }

    /**
     * @param session whose statement it is about
     * @param blocker who holds it up, if it is said to block
     */
    List<Expect> expects(String session, String statement, Optional<String> blocker) {
        if (text.toUpperCase(Locale.ROOT).contains("BLOCKS") && woken(text).isEmpty()) {
            return blocker.map(each -> List.of(expect(Optional.empty(), new Reply.Blocks(List.of(each)))))
                    .orElse(List.of());
        }
        List<Expect> expects = new ArrayList<>();
        List<String> woken = woken(text).stream().filter(sessions::contains).toList();
        if (!woken.isEmpty()) {
            expects.add(new Expect(Position.NONE, levels(), new Expect.Wakes(woken), Optional.empty()));
        }
        Optional<String> speaker =
                woken.size() == 1 && !woken.get(0).equals(session) ? Optional.of(woken.get(0)) : Optional.empty();
        error().ifPresent(error -> expects.add(expect(speaker, error)));
        if (expects.isEmpty()) {
            rows(statement).ifPresent(rows -> expects.add(expect(Optional.empty(), rows)));
        }
        return expects;
    }

    private Set<SqlLevel> levels() {
        return level.map(Set::of).orElse(Set.of());
    }

    private Expect expect(Optional<String> session, Reply reply) {
        return new Expect(Position.NONE, levels(), new Expect.Result(session, reply), Optional.empty());
    }

    private Optional<Reply> error() {
        String words = text.toLowerCase(Locale.ROOT);
        if (!words.contains("error") && !words.contains("deadlock")) {
            return Optional.empty();
        }
        if (words.contains("serialize") || words.contains("deadlock")) {
            return Optional.of(new Reply.Error("40"));
        }
        Matcher number = NUMBER.matcher(text);
        return number.find() ? Optional.of(new Reply.Error(number.group(1))) : Optional.empty();
    }

    /** Rows of a whole table are said as key and value. */
    private Optional<Reply> rows(String statement) {
        if (!statement.toLowerCase(Locale.ROOT).matches("select\\s+\\*\\s+from\\s[\\s\\S]*")) {
            return Optional.empty();
        }
        if (text.toLowerCase(Locale.ROOT).matches("(still |now )?(shows|returns) nothing.*")) {
            return Optional.of(new Reply.Count(0));
        }
        List<List<Cell>> rows = new ArrayList<>();
        Matcher row = ROW.matcher(text);
        while (row.find()) {
            rows.add(List.of(Cell.of(Optional.of(row.group(1))), Cell.of(Optional.of(row.group(2)))));
        }
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Reply.Rows(rows));
    }
}
