package io.bateleur.app.cli;

import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** What {@code check --level help} shows: the name of each level, what it forbids, and who defined it. */
final class LevelTable {
    private LevelTable() {}

    static String text() {
        StringJoiner lines = new StringJoiner("\n");
        List<Level> shown = new ArrayList<>();
        int width = Level.all().stream()
                .mapToInt(level -> level.name().length())
                .max()
                .orElse(0);
        for (Level level : Level.all()) {
            lines.add(("%-" + width + "s  %s").formatted(level.name(), meaning(level, shown)));
            shown.add(level);
        }
        lines.add(("%-" + width + "s  %s")
                .formatted(
                        LevelChoice.RECORDED,
                        "each transaction at the level that the trace gives it, else serializable"));
        lines.add("");
        lines.add("Short names: " + shortNames());
        return lines.toString();
    }

    private static String meaning(Level level, List<Level> shown) {
        for (Level other : shown) {
            if (other.criterion().equals(level.criterion()) && other.order() == level.order()) {
                return "the same as " + other;
            }
        }
        String forbids = "forbids " + level.criterion().forbids();
        return switch (level.order()) {
            case NONE -> forbids + "; " + level.criterion().source();
            case SESSION -> forbids + ", counting session order";
            case REAL_TIME -> forbids + ", counting real time";
        };
    }

    private static String shortNames() {
        StringJoiner names = new StringJoiner(", ");
        Map<String, String> aliases = Level.aliases();
        aliases.keySet().stream()
                .filter(alias -> !alias.startsWith(Order.REAL_TIME.prefix()))
                .sorted()
                .forEach(alias -> names.add(alias + " = " + aliases.get(alias)));
        return names.toString();
    }
}
