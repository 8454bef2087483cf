package io.bateleur.lab.repro.derived;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.CasePrinter;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import io.bateleur.lab.repro.language.VersionRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes a case of a violation: the transactions that show it, in the order in which their statements were sent. */
public final class ViolationCase {
    private static final Map<String, String> ENGINES = Map.of(
            "postgresql", "postgres",
            "hsql database engine", "hsqldb",
            "apache derby", "derby");

    private final History recorded;
    private final Explanation why;
    /** The transactions of the violation, as they were lifted, without those that only loaded what was there at first. */
    private final List<Transaction> acting;

    /** When the statements were said that are in the case. */
    private final Set<Interval> kept = new HashSet<>();

    private final Map<Value, String> sessions = new LinkedHashMap<>();

    private ViolationCase(History recorded, History lifted, Explanation why) {
        this.recorded = recorded;
        this.why = why;
        List<Transaction> all = why.part().transactions().stream()
                .flatMap(each -> lifted.transaction(each.id()).stream())
                .toList();
        this.acting = all.stream().filter(each -> !hasLoaded(each, all)).toList();
    }

    /**
     * @param id what the case is called
     * @param recorded the trace before it was lifted
     * @param lifted the same afterwards
     */
    public static BugCase of(String id, History recorded, History lifted, Explanation why) throws NoCaseException {
        return new ViolationCase(recorded, lifted, why).make(id);
    }

    /** Whether there is anything to make a case of. */
    public static boolean hasSql(History recorded) {
        for (int o = 0; o < recorded.operationCount(); o++) {
            if (recorded.kind(o) == OpKind.SQL) {
                return true;
            }
        }
        return false;
    }

    /** Whether it had ended before all others began, and only inserted. */
    private boolean hasLoaded(Transaction one, List<Transaction> all) {
        Optional<Transaction> spoken = recorded.transaction(one.id());
        boolean inserts = spoken.isPresent()
                && one.ending() == Ending.COMMITTED
                && spoken.get().operations().stream()
                        .allMatch(each -> each.kind() == OpKind.SQL
                                && each.statement()
                                        .strip()
                                        .toUpperCase(Locale.ROOT)
                                        .startsWith("INSERT"));
        long end = one.end().map(Interval::after).orElse(Long.MAX_VALUE);
        return inserts
                && all.stream()
                        .filter(each -> !each.id().equals(one.id()))
                        .allMatch(each -> each.begin().map(Interval::before).orElse(0L) > end)
                && all.size() > 1;
    }

    private BugCase make(String id) throws NoCaseException {
        if (!hasSql(recorded)) {
            throw new NoCaseException("the trace has no SQL, and a case is made of SQL");
        }
        List<SendingOrder.Sent> sent = new ArrayList<>();
        for (Transaction each : acting) {
            Optional<Transaction> spoken = recorded.transaction(each.id());
            if (spoken.isPresent()) {
                sent(spoken.get(), sent);
            }
        }
        if (sent.isEmpty()) {
            throw new NoCaseException("none of the transactions of the violation said anything in SQL");
        }
        List<CaseStep> steps = SendingOrder.of(sent, acting).stream()
                .map(each ->
                        new CaseStep(Position.NONE, session(each.session()), new CaseStep.Sql(each.text()), List.of()))
                .toList();
        Scenario scenario = new Scenario(Position.NONE, "", setup(steps), false, steps, List.of());
        return reread(new BugCase(Position.NONE, id, title(), headers(), List.of(), List.of(scenario)));
    }

    private void sent(Transaction spoken, List<SendingOrder.Sent> sent) throws NoCaseException {
        Value session = spoken.session().name();
        long last = spoken.begin().map(Interval::before).orElse(0L);
        for (Operation operation : spoken.operations()) {
            if (operation.kind() != OpKind.SQL) {
                continue;
            }
            String text = operation.statement().strip();
            if (isIdle(spoken, operation, text)) {
                continue;
            }
            operation.times().ifPresent(kept::add);
            if (text.startsWith("BATCH OF ") || text.equals("XA JOIN")) {
                throw new NoCaseException(spoken.name() + " has a batch or a part of a distributed transaction");
            }
            Interval at = operation.times().orElse(new Interval(last + 1, last + 1));
            last = at.after();
            sent.add(new SendingOrder.Sent(
                    spoken.id(), at, false, session, Literals.inlined(withoutEnd(text), operation.parameters())));
        }
        Interval end = spoken.end().orElse(new Interval(last + 1, last + 1));
        String word = spoken.ending() == Ending.ABORTED ? "ROLLBACK" : "COMMIT";
        sent.add(new SendingOrder.Sent(spoken.id(), end, true, session, word));
    }

    /** A plain read that nothing in the violation rests on. */
    private boolean isIdle(Transaction spoken, Operation operation, String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        boolean plain = upper.startsWith("SELECT")
                && !upper.matches("(?s).*\\bFOR\\s+(UPDATE|SHARE|NO|KEY)\\b.*|.*\\bLOCK\\b.*");
        return plain
                && why.part().transaction(spoken.id()).stream()
                        .flatMap(each -> each.operations().stream())
                        .noneMatch(each -> each.times().equals(operation.times()));
    }

    private static String withoutEnd(String text) {
        return text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
    }

    private String session(Value name) {
        return sessions.computeIfAbsent(name, each -> "s" + (sessions.size() + 1));
    }

    private List<Scenario.Spoken> setup(List<CaseStep> steps) throws NoCaseException {
        StartingRows rows = new StartingRows(recorded, acting, kept);
        List<Scenario.Spoken> setup = new ArrayList<>();
        for (SqlTable table : rows.tables().values()) {
            if (!isNamed(table, steps)) {
                continue;
            }
            TableText text = new TableText(table, quote());
            setup.add(new Scenario.Spoken(Position.NONE, text.definition()));
            List<List<Value>> first = rows.of(table);
            if (!first.isEmpty()) {
                setup.add(new Scenario.Spoken(Position.NONE, text.insertion(first)));
            }
        }
        if (setup.isEmpty()) {
            throw new NoCaseException("the trace does not say which tables its statements are about");
        }
        return setup;
    }

    private static boolean isNamed(SqlTable table, List<CaseStep> steps) {
        String name = table.name().substring(table.name().lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return steps.stream()
                .map(step -> step.action().toString().toLowerCase(Locale.ROOT))
                .flatMap(text -> Arrays.stream(text.split("[^\\w$]+")))
                .anyMatch(name::equals);
    }

    private String quote() {
        return Set.of("mysql", "mariadb").contains(engine()) ? "`" : "\"";
    }

    private String title() {
        return why.name() + ": " + why.anomaly().words();
    }

    private List<Header> headers() {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header.About("Made by bateleur of a violation of " + why.level()
                + "; the order is that in which the statements were sent."));
        headers.add(new Header.Kind(Header.Kind.Sort.ISOLATION));
        String version =
                text("version").replaceFirst("^\\D*(\\d+(?:\\.\\d+)*).*", "$1").strip();
        if (!engine().isEmpty() && version.matches("\\d[\\d.]*")) {
            headers.add(new Header.Affects(engine(), List.of(new VersionRange(version, version))));
        }
        level().ifPresent(level -> headers.add(new Header.Levels(List.of(level))));
        headers.add(new Header.Breaks(why.level().name()));
        return headers;
    }

    private String engine() {
        String name = text("engine").toLowerCase(Locale.ROOT);
        return ENGINES.getOrDefault(name, name);
    }

    private String text(String name) {
        return recorded.about().get(name) instanceof Value.Text text ? text.value() : "";
    }

    /** At which the transactions ran, if all at the same and it is one of the standard's. */
    private Optional<SqlLevel> level() {
        List<String> words = acting.stream()
                .flatMap(each -> recorded.transaction(each.id()).stream())
                .flatMap(each -> each.level().stream())
                .distinct()
                .toList();
        String word = words.size() == 1 ? words.get(0) : text("isolation");
        return SqlLevel.of(word.toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-"));
    }

    /** What is printed must be read as the same. */
    private static BugCase reread(BugCase made) throws NoCaseException {
        try {
            return CaseParser.parse(made.id() + ".case", CasePrinter.print(made));
        } catch (BadInputException e) {
            throw new NoCaseException("a statement cannot be written in a case: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory", e);
        }
    }
}
