package io.bateleur.lab.oddities;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A feature of a database under which names or values do not mean what they seem to mean, with what may be said to it.
 *
 * @param once what a server is told once, before all programs
 * @param definitions what each program finds
 * @param lines statements, with places for values in braces, and calls of the driver behind an {@code @}
 */
record Oddity(String name, List<String> once, List<String> definitions, List<String> lines) {

    /** All of a database: {@code == name}, definitions, {@code --}, lines, until the next one. */
    static List<Oddity> of(String database) throws IOException {
        String text;
        try (InputStream in = Oddity.class.getResourceAsStream("/oddities/" + database + ".txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<Oddity> all = new ArrayList<>();
        for (String each : text.split("(?m)^== ")) {
            if (!each.isBlank()) {
                all.add(read(each));
            }
        }
        return all;
    }

    private static Oddity read(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        int middle = lines.indexOf("--");
        List<String> before = lines.subList(1, middle);
        return new Oddity(
                lines.get(0),
                before.stream()
                        .filter(each -> each.startsWith("once "))
                        .map(each -> each.substring(5))
                        .toList(),
                before.stream().filter(each -> !each.startsWith("once ")).toList(),
                lines.subList(middle + 1, lines.size()));
    }
}
