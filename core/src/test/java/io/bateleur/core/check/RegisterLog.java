package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.nativ.Mini;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Logs of single operations on registers, as Porcupine tests with: each operation becomes a transaction of its own, which lasts from
 * its line of invocation to that of its answer. Such a history is linearizable when it is strictly serializable.
 */
final class RegisterLog {
    /** {@code INFO  jepsen.util - 4 :invoke :cas [0 3]}. */
    private static final Pattern ETCD = Pattern.compile("INFO\\s+jepsen\\.util - (\\d+)\\s+:(\\w+)\\s+:(\\w+)\\s+(.*)");
    /** {@code {:process 0, :type :ok, :f :get, :key "5", :value "x 0 0 yx 0 1 y"}}. */
    private static final Pattern KEY_VALUE =
            Pattern.compile("\\{:process (\\d+), :type :(\\w+), :f :(\\w+), :key \"(\\w+)\", :value (.*)}");

    private static final Pattern TOKEN = Pattern.compile("x \\d+ \\d+ y");
    private static final String NOTHING = "_";

    /** One operation: when it was called and answered, by lines. */
    private record Call(
            int begin, int end, String ending, String function, String key, String argument, String answer) {}

    private final List<Call> calls = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private RegisterLog(Path file, boolean isEtcd) throws IOException {
        Map<String, Call> open = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            Matcher m = (isEtcd ? ETCD : KEY_VALUE).matcher(lines.get(i));
            if (!m.matches()) {
                throw new IOException(file + ":" + (i + 1) + ": " + lines.get(i));
            }
            String key = isEtcd ? "x" : "k" + m.group(4);
            String value = m.group(isEtcd ? 4 : 5);
            if (m.group(2).equals("invoke")) {
                open.put(m.group(1), new Call(i, i, "u", m.group(3), key, value, ""));
            } else {
                Call call = open.remove(m.group(1));
                String ending = m.group(2).equals("ok") ? "c" : m.group(2).equals("fail") ? "a" : "u";
                calls.add(new Call(call.begin, i, ending, call.function, key, call.argument, value));
            }
        }
        calls.addAll(open.values());
    }

    /** A register that is read, written, and compared and set. That a comparison failed is not told: we have no word for it. */
    static History etcd(Path file) throws IOException {
        RegisterLog log = new RegisterLog(file, true);
        for (Call call : log.calls) {
            String[] both = call.argument.replaceAll("[\\[\\]]", "").split(" ", -1);
            switch (call.function) {
                case "write" -> log.transaction(call, write(call, both[0]));
                case "cas" -> log.transaction(call, read(call, both[0]) + write(call, both[1]));
                default -> {
                    if (call.ending.equals("c")) {
                        log.transaction(call, read(call, call.answer.equals("nil") ? NOTHING : call.answer));
                    }
                }
            }
        }
        return Mini.parse(log.text.toString());
    }

    /**
     * Strings that are read, replaced and appended to, each time by something unique. So the end of a string tells which version it
     * is, and what is before it tells which version that one was appended to.
     */
    static History keyValue(Path file) throws IOException {
        RegisterLog log = new RegisterLog(file, false);
        Map<String, Set<String>> before = new HashMap<>();
        for (Call call : log.calls) {
            List<String> tokens = tokens(call.answer);
            for (int i = 0; call.function.equals("get") && i < tokens.size(); i++) {
                before.computeIfAbsent(call.key + tokens.get(i), unseen -> new LinkedHashSet<>())
                        .add(i == 0 ? NOTHING : tokens.get(i - 1));
            }
        }
        for (Call call : log.calls) {
            List<String> tokens = tokens(call.function.equals("get") ? call.answer : call.argument);
            String last = tokens.isEmpty() ? NOTHING : tokens.get(tokens.size() - 1);
            switch (call.function) {
                case "put" -> log.transaction(call, write(call, last));
                case "append" -> {
                    StringBuilder operations = new StringBuilder();
                    before.getOrDefault(call.key + last, Set.of()).forEach(each -> operations.append(read(call, each)));
                    log.transaction(call, operations + write(call, last));
                }
                default -> {
                    if (call.ending.equals("c")) {
                        log.transaction(call, read(call, last));
                    }
                }
            }
        }
        return Mini.parse(log.text.toString());
    }

    private static List<String> tokens(String value) {
        return TOKEN.matcher(value)
                .results()
                .map(each -> each.group().replace(' ', '-'))
                .toList();
    }

    private static String read(Call call, String value) {
        return "r(%s,%s) ".formatted(call.key, value);
    }

    private static String write(Call call, String value) {
        return "w(%s,%s) ".formatted(call.key, value);
    }

    private void transaction(Call call, String operations) {
        text.append("T%d: b@[%d,%d] %s%s@[%d,%d]\n"
                .formatted(call.begin, call.begin, call.begin, operations, call.ending, call.end, call.end));
    }
}
