package io.bateleur.core.check;

import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a source says of a history, in terms of our levels.
 *
 * @param words the part of its text that says so
 */
record StatedVerdict(Level level, boolean holds, String words) {
    /** Everybody but Elle means Biswas and Enea's axioms, where the commit order extends session order. */
    private static final Map<String, String> LEVELS = Map.ofEntries(
            Map.entry("rc", "axiomatic-read-committed"),
            Map.entry("committedread", "axiomatic-read-committed"),
            Map.entry("committed_read", "axiomatic-read-committed"),
            Map.entry("readcommitted", "axiomatic-read-committed"),
            Map.entry("ra", "axiomatic-read-atomic"),
            Map.entry("atomicread", "axiomatic-read-atomic"),
            Map.entry("atomic_read", "axiomatic-read-atomic"),
            Map.entry("atomic visibility", "axiomatic-read-atomic"),
            Map.entry("cc", "axiomatic-causal"),
            Map.entry("tcc", "axiomatic-causal"),
            Map.entry("causal", "axiomatic-causal"),
            Map.entry("causal_read", "axiomatic-causal"),
            Map.entry("prefix", "axiomatic-prefix"),
            Map.entry("si", "axiomatic-snapshot-isolation"),
            Map.entry("snapshotisolation", "axiomatic-snapshot-isolation"),
            Map.entry("ser", "axiomatic-serializable"),
            Map.entry("serializable", "axiomatic-serializable"));

    /**
     * In dbcop it lies between read committed and atomic read: a transaction does not read one key from two writers. What breaks
     * it breaks our read atomic, and what keeps it keeps our read committed.
     */
    private static final String DBCOPS_REPEATABLE_READ = "repeatable";

    private static final String NAMES = "(?:RC|RA|CC|TCC|SI|SER|causal|atomic visibility)";
    /** {@code RC,RA ok; CC=VIOL}. */
    private static final Pattern PLAIN = Pattern.compile("(" + NAMES + "(?:[,/]" + NAMES + ")*)(?:=| )(ok|VIOL)");
    /** {@code RC..SI ok}. */
    private static final Pattern SPAN = Pattern.compile("RC\\.\\.(\\w+) ok");
    /** {@code check(&h, Consistency::Causal).is_err()}. */
    private static final Pattern CALL = Pattern.compile("check\\(&h, Consistency::(\\w+)\\)\\.is_(ok|err)");
    /** {@code check_atomic_read(&h).is_ok()}. */
    private static final Pattern OWN_CALL = Pattern.compile("check_(\\w+)\\(&h\\)\\.is_(ok|err)");
    /** {@code Err(Error::Cycle { level: Consistency::Causal, .. })} and {@code Err(Error::Invalid(Consistency::Serializable))}. */
    private static final Pattern ERROR = Pattern.compile("Err\\(Error::\\w+[ (]*\\{? *(?:level: )?Consistency::(\\w+)");
    /** {@code minViolation=Serializable}. */
    private static final Pattern LEAST = Pattern.compile("minViolation=(\\w+)");

    /** What a text says; a text that says nothing of levels says nothing. */
    static List<StatedVerdict> of(String text) {
        List<StatedVerdict> stated = new ArrayList<>();
        for (Matcher m = PLAIN.matcher(text); m.find(); ) {
            for (String name : m.group(1).split("[,/]", -1)) {
                add(stated, name, m.group(2).equals("ok"), m.group());
            }
        }
        for (Matcher m = SPAN.matcher(text); m.find(); ) {
            List<String> names = List.of("RC", "RA", "CC", "SI", "SER");
            names.subList(0, names.indexOf(m.group(1)) + 1).forEach(name -> add(stated, name, true, m.group()));
        }
        for (Pattern call : List.of(CALL, OWN_CALL)) {
            for (Matcher m = call.matcher(text); m.find(); ) {
                add(stated, m.group(1), m.group(2).equals("ok"), m.group());
            }
        }
        for (Matcher m = ERROR.matcher(text); m.find(); ) {
            add(stated, m.group(1), false, m.group());
        }
        for (Matcher m = LEAST.matcher(text); m.find(); ) {
            boolean none = m.group(1).equals("ok");
            add(stated, none ? "serializable" : m.group(1), none, m.group());
        }
        return stated;
    }

    boolean agrees(Verdict verdict) {
        return holds ? verdict instanceof Verdict.Holds : verdict instanceof Verdict.Violated;
    }

    private static void add(List<StatedVerdict> stated, String name, boolean holds, String words) {
        String level = name.toLowerCase(Locale.ROOT).startsWith(DBCOPS_REPEATABLE_READ)
                ? holds ? "axiomatic-read-committed" : "axiomatic-read-atomic"
                : LEVELS.get(name.toLowerCase(Locale.ROOT));
        stated.add(new StatedVerdict(
                Level.of(String.valueOf(level)).orElseThrow(() -> new IllegalStateException(name)), holds, words));
    }
}
