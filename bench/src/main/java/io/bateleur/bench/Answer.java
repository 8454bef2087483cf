package io.bateleur.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * What {@code check --json} said of one file and one level.
 *
 * @param verdict its word, or {@link #FAILED}
 * @param reason why it is undecided, or what failed
 */
record Answer(String verdict, String reason) {
    static final String HOLDS = "holds";
    static final String VIOLATED = "violated";
    static final String UNDECIDED = "undecided";
    static final String FAILED = "failed";

    /** @param told what the process said on its other stream, where it may have said what was wrong */
    static Answer of(int exitCode, String json, String told) {
        try {
            Answer answer = parsed(json);
            if (!answer.verdict.isEmpty()) {
                return answer;
            }
        } catch (IOException e) {
            // Then whatever it printed is no answer.
        }
        String first = told.lines().findFirst().orElse("");
        return new Answer(FAILED, "exit code " + exitCode + (first.isEmpty() ? "" : ", " + first));
    }

    private static Answer parsed(String json) throws IOException {
        String verdict = "";
        String reason = "";
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                // Explanations have reasons of their own, and may be long.
                if (parser.currentToken() == JsonToken.START_ARRAY && "anomalies".equals(parser.currentName())) {
                    parser.skipChildren();
                } else if (parser.currentToken() == JsonToken.VALUE_STRING) {
                    verdict = "verdict".equals(parser.currentName()) ? parser.getText() : verdict;
                    reason = "reason".equals(parser.currentName()) ? parser.getText() : reason;
                }
            }
        }
        return new Answer(verdict, reason);
    }

    @Override
    public String toString() {
        return reason.isEmpty() ? verdict : verdict + ": " + reason;
    }
}
