package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The text files of Troc and DT2: a block of set-up, a block for each transaction, Troc's with its level first, and the numbers of the
 * transactions in the order of their statements, such as {@code 1-1-2-2-1}. A file may hold several, each ended by {@code END}.
 */
final class TrocSchedule implements ForeignFormat {
    private static final Pattern ORDER = Pattern.compile("\\d+(\\s*-\\s*\\d+)*");
    private static final Map<String, SqlLevel> ALIASES = Map.of(
            "RU", SqlLevel.READ_UNCOMMITTED,
            "RC", SqlLevel.READ_COMMITTED,
            "RR", SqlLevel.REPEATABLE_READ,
            "SER", SqlLevel.SERIALIZABLE,
            "SR", SqlLevel.SERIALIZABLE,
            "S", SqlLevel.SERIALIZABLE);
    private static final Set<String> BEGINNINGS =
            Set.of("CREATE", "INSERT", "DROP", "SET", "USE", "ALTER", "REPLACE", "UPDATE", "DELETE");

    /** A transaction of the file: its statements, sent one by one. */
    private record Speaker(Optional<SqlLevel> level, List<String> statements) {}

    @Override
    public String name() {
        return "text files of Troc and DT2";
    }

    @Override
    public boolean recognises(ForeignFile file) {
        return file.lines().stream().map(String::strip).anyMatch(line -> line.equals("END"));
    }

    @Override
    public BugCase read(ForeignFile file) throws BadInputException {
        Transcription to = new Transcription(id(file.stem()), file.fileName());
        link(file.stem()).ifPresent(link -> to.header(new Header.Link(link)));
        List<String> lines = file.lines();
        List<Parsed> parsed = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (isBeginning(lines.get(at))) {
                Parsed one = new Parsed(file, at);
                parsed.add(one);
                at = one.next;
            } else {
                to.about(lines.get(at++));
            }
        }
        if (parsed.isEmpty()) {
            throw file.bad(1, "found no statement, expected the set-up, such as CREATE TABLE t(a INT)", "");
        }
        boolean levelled = parsed.stream().anyMatch(one -> !one.levels().isEmpty());
        to.header(new Header.Source(levelled ? "Troc" : "DT2"));
        parsed.stream()
                .flatMap(one -> one.levels().stream())
                .findFirst()
                .ifPresent(level -> to.header(new Header.Original(level)));
        for (Parsed one : parsed) {
            to.add(one.scenario(parsed.size() == 1 ? "" : "part" + (parsed.indexOf(one) + 1)));
        }
        return to.finish();
    }

    private static boolean isBeginning(String line) {
        return BEGINNINGS.contains(line.strip().split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT));
    }

    /** {@code mariadb26642} is MDEV-26642. */
    static String id(String stem) {
        String name = stem.toUpperCase(Locale.ROOT);
        return name.matches("(MARIADB|MYSQL|TIDB)\\d+")
                ? name.replace("MARIADB", "MDEV").replaceFirst("(?<=[A-Z])(?=\\d)", "-")
                : stem;
    }

    static Optional<String> link(String stem) {
        String number = stem.replaceAll("\\D", "");
        if (stem.matches("mariadb\\d+")) {
            return Optional.of("https://jira.mariadb.org/browse/MDEV-" + number);
        }
        if (stem.matches("mysql\\d+")) {
            return Optional.of("https://bugs.mysql.com/bug.php?id=" + number);
        }
        return stem.matches("tidb\\d+")
                ? Optional.of("https://github.com/pingcap/tidb/issues/" + number)
                : Optional.empty();
    }

    /** What stands between a beginning and its END. */
    private static final class Parsed {
        private final ForeignFile file;
        private final List<Scenario.Spoken> setup;
        private final List<Speaker> speakers = new ArrayList<>();
        private List<Integer> order = List.of();
        private int orderLine;
        /** The line behind. */
        private int next;

        Parsed(ForeignFile file, int first) throws BadInputException {
            this.file = file;
            this.next = first;
            this.setup = statements(block()).stream()
                    .map(text -> new Scenario.Spoken(Position.NONE, text))
                    .toList();
            List<String> lines = file.lines();
            while (next < lines.size() && !lines.get(next).strip().equals("END")) {
                String line = lines.get(next).strip();
                if (ORDER.matcher(line).matches()) {
                    order = List.of(line.split("\\s*-\\s*")).stream()
                            .map(Integer::valueOf)
                            .toList();
                    orderLine = ++next;
                } else if (line.isEmpty()) {
                    next++;
                } else {
                    speakers.add(speaker(block()));
                }
            }
            next++;
            if (speakers.isEmpty()) {
                throw file.bad(
                        first + 1, "found a set-up without transactions, expected blocks that begin with BEGIN", "");
            }
        }

        /** The lines up to a blank one, an order or END. */
        private List<String> block() {
            List<String> lines = file.lines();
            List<String> block = new ArrayList<>();
            while (next < lines.size()) {
                String line = lines.get(next).strip();
                if (line.isEmpty() || line.equals("END") || ORDER.matcher(line).matches()) {
                    break;
                }
                block.add(line);
                next++;
            }
            return block;
        }

        /** One for each line, unless semicolons say otherwise. */
        private static List<String> statements(List<String> lines) {
            boolean ended = lines.stream().anyMatch(line -> line.endsWith(";"));
            return ended
                    ? Transcription.statements(String.join("\n", lines))
                    : lines.stream()
                            .flatMap(line -> Transcription.statements(line).stream())
                            .toList();
        }

        private static Speaker speaker(List<String> block) {
            String first = block.get(0).replace(";", "").strip();
            Optional<SqlLevel> level = Optional.ofNullable(ALIASES.get(first.toUpperCase(Locale.ROOT)))
                    .or(() -> Transcription.level(first));
            return new Speaker(level, statements(level.isPresent() ? block.subList(1, block.size()) : block));
        }

        List<SqlLevel> levels() {
            return speakers.stream()
                    .flatMap(speaker -> speaker.level().stream())
                    .distinct()
                    .toList();
        }

        Scenario scenario(String name) throws BadInputException {
            List<List<String>> left = new ArrayList<>();
            for (Speaker speaker : speakers) {
                left.add(new ArrayList<>(withLevel(speaker)));
            }
            List<Integer> turns = order.isEmpty() ? oneAfterTheOther() : order;
            List<CaseStep> steps = new ArrayList<>();
            for (int turn : turns) {
                if (turn < 1 || turn > left.size()) {
                    throw file.bad(
                            orderLine, "found transaction " + turn + " in the order, expected 1 to " + left.size(), "");
                }
                List<String> mine = left.get(turn - 1);
                if (mine.isEmpty()) {
                    throw file.bad(
                            orderLine,
                            "found transaction " + turn + " in the order more often than it has statements",
                            "");
                }
                boolean level = Transcription.levelSetBy(mine.get(0)).isPresent();
                for (int i = 0; i < (level ? 2 : 1) && !mine.isEmpty(); i++) {
                    steps.add(Transcription.step("t" + turn, mine.remove(0)));
                }
            }
            return new Scenario(Position.NONE, name, setup, order.isEmpty(), steps, List.of());
        }

        /** Transactions of one file may have different levels: then each says its own. */
        private List<String> withLevel(Speaker speaker) {
            if (levels().size() < 2 || speaker.level().isEmpty()) {
                return speaker.statements();
            }
            List<String> all = new ArrayList<>(speaker.statements());
            all.add(
                    0,
                    "SET TRANSACTION ISOLATION LEVEL " + speaker.level().get().sql());
            return all;
        }

        private List<Integer> oneAfterTheOther() {
            return IntStream.range(0, speakers.size())
                    .boxed()
                    .flatMap(i -> speakers.get(i).statements().stream().map(each -> i + 1))
                    .toList();
        }
    }
}
