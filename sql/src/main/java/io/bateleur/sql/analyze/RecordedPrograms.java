package io.bateleur.sql.analyze;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Session;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Programs from a recorded trace, as the text that {@link ApplicationReader} reads: one for each sequence of statements that committed
 * transactions executed. Parameters that always were a result or another parameter become that; all others may be anything.
 */
public final class RecordedPrograms {
    /** So many distinct values have to agree before two are taken for the same. */
    private static final int DISTINCT_MIN = 3;

    /** Where a value of an execution comes from: a parameter, or a column of the first row of a result. */
    private record Place(boolean result, int statement, int at) {
        String name() {
            return (result ? "r" : "p") + (statement + 1) + "_" + (at + 1);
        }
    }

    /** One committed transaction: its values by place, NULL where a result had no row. */
    private record Instance(Transaction transaction, Map<Place, Value> values) {}

    private final Map<List<String>, List<Instance>> templates = new LinkedHashMap<>();
    private int left;
    private int setUp;

    public RecordedPrograms(History history) {
        long others = othersBegin(history);
        for (Transaction transaction : history.transactions()) {
            List<Operation> statements = transaction.operations().stream()
                    .filter(operation -> operation.kind() == OpKind.SQL)
                    .toList();
            if (transaction.ending() == Ending.COMMITTED && !statements.isEmpty()) {
                boolean known = statements.stream().allMatch(each -> isKnown(each.statement()));
                if (known) {
                    add(transaction, statements);
                } else {
                    left++;
                }
            }
        }
        removeSetUp(others);
    }

    /** Programs of which all instances ended before the second session began are set-up. */
    private void removeSetUp(long others) {
        templates.values().removeIf(instances -> {
            boolean before = instances.stream().allMatch(each -> each.transaction()
                    .end()
                    .map(end -> end.after() < others)
                    .orElse(false));
            setUp += before ? instances.size() : 0;
            return before;
        });
    }

    /** When the second session began its first transaction. */
    private static long othersBegin(History history) {
        Map<Session, Long> begins = new LinkedHashMap<>();
        for (Transaction transaction : history.transactions()) {
            transaction.begin().ifPresent(begin -> begins.merge(transaction.session(), begin.before(), Math::min));
        }
        return begins.values().stream().sorted().skip(1).findFirst().orElse(Long.MIN_VALUE);
    }

    private static boolean isKnown(String statement) {
        String word = statement.strip().split("\\s", 2)[0].toUpperCase(Locale.ROOT);
        return Set.of("SELECT", "INSERT", "UPDATE", "DELETE").contains(word) && !statement.contains(";");
    }

    private void add(Transaction transaction, List<Operation> statements) {
        Map<Place, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < statements.size(); i++) {
            List<Value> parameters = statements.get(i).parameters();
            for (int j = 0; j < parameters.size(); j++) {
                values.put(new Place(false, i, j), parameters.get(j));
            }
            SqlResult.Rows rows = rows(statements.get(i));
            for (int j = 0; rows != null && j < rows.columns().size(); j++) {
                values.put(
                        new Place(true, i, j),
                        rows.rows().isEmpty() ? Value.NULL : rows.rows().get(0).get(j));
            }
        }
        List<String> key =
                statements.stream().map(each -> each.statement().strip()).toList();
        templates.computeIfAbsent(key, any -> new ArrayList<>()).add(new Instance(transaction, values));
    }

    private static SqlResult.@Nullable Rows rows(Operation statement) {
        if (statement.content() instanceof Content.Live live) {
            for (SqlResult each : SqlResult.of(live.value()).orElse(List.of())) {
                if (each instanceof SqlResult.Rows rows) {
                    return rows;
                }
            }
        }
        return null;
    }

    /** How many committed transactions had statements that no program can have. */
    public int left() {
        return left;
    }

    /** How many ran before a second session began, and are no programs for that reason. */
    public int setUp() {
        return setUp;
    }

    /** The programs, each behind a line that says how many transactions support it. */
    public String text() {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (Map.Entry<List<String>, List<Instance>> each : templates.entrySet()) {
            program(text, "T" + ++number, each.getKey(), each.getValue());
        }
        return text.toString();
    }

    private static void program(StringBuilder text, String name, List<String> statements, List<Instance> instances) {
        Map<Place, String> meanings = new LinkedHashMap<>();
        Map<String, String> parameters = new LinkedHashMap<>();
        List<Place> earlier = new ArrayList<>();
        List<Place> places = places(instances);
        for (Place place : places) {
            if (!place.result()) {
                String same = same(place, earlier, instances, meanings);
                if (same == null) {
                    parameters.put(place.name(), type(values(place, instances)));
                }
                meanings.put(place, same == null ? ":" + place.name() : same);
            }
            earlier.add(place);
        }
        String ids = instances.stream()
                .limit(3)
                .map(each -> each.transaction().name())
                .collect(Collectors.joining(", "));
        text.append("-- recorded in ")
                .append(instances.size())
                .append(instances.size() == 1 ? " transaction: " : " transactions: ")
                .append(ids)
                .append(instances.size() > 3 ? ", ..." : "")
                .append('\n');
        text.append("-- transaction ")
                .append(name)
                .append(parameters.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ", "(", ")\n")));
        for (int i = 0; i < statements.size(); i++) {
            int statement = i;
            List<Place> columns = places.stream()
                    .filter(place -> place.result() && place.statement() == statement)
                    .toList();
            boolean used = columns.stream().anyMatch(column -> meanings.values().stream()
                    .anyMatch(each -> each.contains(":" + column.name())));
            text.append(statement(statements.get(i), i, meanings, used ? columns : List.of()))
                    .append(";\n");
        }
        text.append('\n');
    }

    /** Those that all instances have, in the order of the statements. */
    private static List<Place> places(List<Instance> instances) {
        List<Place> places = new ArrayList<>(instances.get(0).values().keySet());
        instances.forEach(each -> places.removeIf(place -> !each.values().containsKey(place)));
        return places;
    }

    private static List<Value> values(Place place, List<Instance> instances) {
        return instances.stream().map(each -> each.values().get(place)).toList();
    }

    /** What a value always was: an earlier one, or the sum of two results; null: nothing that is known. */
    private static @Nullable String same(
            Place place, List<Place> earlier, List<Instance> instances, Map<Place, String> meanings) {
        List<Value> values = values(place, instances);
        if (new HashSet<>(values).size() < DISTINCT_MIN) {
            return null;
        }
        for (Place other : earlier) {
            if (values(other, instances).equals(values)) {
                return meanings.getOrDefault(other, ":" + other.name());
            }
        }
        List<Place> results = earlier.stream().filter(Place::result).toList();
        for (Place a : results) {
            for (Place b : results) {
                if (!a.equals(b)
                        && sums(values(a, instances), values(b, instances)).equals(values)) {
                    return ":" + a.name() + " + :" + b.name();
                }
            }
        }
        return null;
    }

    private static List<Value> sums(List<Value> a, List<Value> b) {
        List<Value> sums = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            boolean numbers = a.get(i) instanceof Value.Int && b.get(i) instanceof Value.Int;
            sums.add(numbers ? Value.of(((Value.Int) a.get(i)).value() + ((Value.Int) b.get(i)).value()) : Value.NULL);
        }
        return sums;
    }

    private static String type(Collection<Value> values) {
        if (values.stream().allMatch(each -> each instanceof Value.Int || each instanceof Value.Null)) {
            return "bigint";
        }
        if (values.stream().allMatch(each -> each instanceof Value.Int || each instanceof Value.Decimal)) {
            return "numeric";
        }
        return values.stream().allMatch(each -> each instanceof Value.Bool) ? "boolean" : "text";
    }

    /** With what stands for its placeholders, and the variables that take the first row. */
    private static String statement(String sql, int number, Map<Place, String> meanings, List<Place> into) {
        StringBuilder text = new StringBuilder();
        int placeholder = 0;
        int depth = 0;
        boolean quoted = false;
        boolean taken = into.isEmpty();
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            quoted ^= c == '\'';
            if (!quoted) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                if (!taken && depth == 0 && sql.regionMatches(true, i, " FROM ", 0, 6)) {
                    text.append(" INTO ")
                            .append(into.stream().map(each -> ":" + each.name()).collect(Collectors.joining(", ")));
                    taken = true;
                }
                if (c == '?') {
                    String meaning = meanings.getOrDefault(new Place(false, number, placeholder++), "NULL");
                    text.append(meaning.contains("+") ? "(" + meaning + ")" : meaning);
                    continue;
                }
            }
            text.append(c);
        }
        return text.toString();
    }
}
