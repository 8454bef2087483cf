package io.bateleur.core.report;

import java.util.List;

/**
 * Lines of a record that a reader may check a finding against.
 *
 * @param heading what they are, without punctuation
 */
public record Evidence(String heading, List<String> lines) {
    public Evidence {
        lines = List.copyOf(lines);
    }
}
