package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The YAML files of Leopard's bug reproducer: tables, their first rows, and a list of operations, each with the id of its transaction.
 * Isolation levels are not set by the case but by the bench, so statements that set them become the header {@code original}.
 */
final class LeopardSchedule implements ForeignFormat {
    private static final Pattern VERSION = Pattern.compile("#\\s*(\\w+) Version:\\s*v?(\\d[\\w.]*)");
    private static final Pattern PROTOCOL = Pattern.compile("jdbc:(\\w+):");

    @Override
    public String name() {
        return "YAML of Leopard";
    }

    @Override
    public boolean recognises(ForeignFile file) {
        return file.text().contains("operationList:");
    }

    @Override
    public BugCase read(ForeignFile file) throws BadInputException {
        Map<?, ?> all = map(file, yaml(file));
        Transcription to = new Transcription(file.stem(), title(file));
        to.header(new Header.Source("Leopard"));
        engine(file, all).ifPresent(to::header);
        description(file).ifPresent(to::about);
        if (isOn(all, "create")) {
            strings(file, all, "createTableList").forEach(to::setup);
        }
        if (isOn(all, "load")) {
            strings(file, all, "loadList").forEach(to::setup);
        }
        List<CaseStep> steps = steps(file, all, to);
        if (steps.isEmpty()) {
            throw file.bad(1, "found no operations, expected some in 'operationList'", "");
        }
        to.add(Transcription.scenario("", List.of(), steps));
        return to.finish();
    }

    private static Object yaml(ForeignFile file) throws BadInputException {
        try {
            return new Load(LoadSettings.builder().setLabel(file.fileName()).build()).loadFromString(file.text());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw file.bad(line, "this is not YAML: " + e.getProblem(), "");
        } catch (YamlEngineException e) {
            throw file.bad(1, "this is not YAML: " + e.getMessage(), "");
        }
    }

    private static Map<?, ?> map(ForeignFile file, Object value) throws BadInputException {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw file.bad(1, "found '" + value + "', expected keys and values", "");
    }

    private static boolean isOn(Map<?, ?> all, String key) {
        Object value = all.get(key);
        return value == null || Boolean.parseBoolean(value.toString());
    }

    private static List<?> list(ForeignFile file, Map<?, ?> all, String key) throws BadInputException {
        Object value = all.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw file.bad(1, "found '" + value + "', expected a list in '" + key + "'", "");
    }

    private static List<String> strings(ForeignFile file, Map<?, ?> all, String key) throws BadInputException {
        return list(file, all, key).stream().map(String::valueOf).toList();
    }

    private static List<CaseStep> steps(ForeignFile file, Map<?, ?> all, Transcription to) throws BadInputException {
        List<CaseStep> steps = new ArrayList<>();
        Set<String> levellers = new LinkedHashSet<>();
        for (Object each : list(file, all, "operationList")) {
            Map<?, ?> operation = map(file, each);
            if (operation.get("trxId") == null || operation.get("sql") == null) {
                throw file.bad(1, "found the operation " + operation + ", expected 'trxId' and 'sql'", "");
            }
            String session = Transcription.name("t" + operation.get("trxId"));
            for (String statement :
                    Transcription.statements(operation.get("sql").toString())) {
                Optional<SqlLevel> level = Transcription.levelSetBy(statement);
                if (level.isPresent()) {
                    to.header(new Header.Original(level.get()));
                    levellers.add(session);
                } else {
                    steps.add(Transcription.step(session, statement));
                }
            }
        }
        // Whoever only set a level and committed that has nothing to say in the case.
        levellers.removeIf(
                session -> steps.stream().anyMatch(step -> step.session().equals(session) && !isCommit(step)));
        steps.removeIf(step -> levellers.contains(step.session()));
        return steps;
    }

    private static boolean isCommit(CaseStep step) {
        return step.action().toString().strip().equalsIgnoreCase("commit");
    }

    private static Optional<Header> engine(ForeignFile file, Map<?, ?> all) {
        Matcher version = VERSION.matcher(file.text());
        if (version.find()) {
            return Optional.of(new Header.Reported(version.group(1).toLowerCase(Locale.ROOT), version.group(2)));
        }
        Matcher protocol = PROTOCOL.matcher(String.valueOf(all.get("connUrl")));
        return protocol.find()
                ? Optional.of(new Header.About("Written for " + protocol.group(1) + "."))
                : Optional.empty();
    }

    /** The comment behind "Description:", up to a line without words. */
    private static Optional<String> description(ForeignFile file) {
        List<String> words = new ArrayList<>();
        boolean in = false;
        for (String line : file.lines()) {
            String text = line.replaceFirst("^#\\s*", "").strip();
            if (line.startsWith("# Description")) {
                in = true;
            } else if (in && (!line.startsWith("#") || text.isEmpty())) {
                break;
            } else if (in) {
                words.add(text);
            }
        }
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", words));
    }

    private static String title(ForeignFile file) {
        String description = description(file).orElse("");
        int end = description.indexOf(". ");
        String first = end < 0 ? description : description.substring(0, end);
        return first.isEmpty() || first.length() > 100 ? file.fileName() : first;
    }
}
