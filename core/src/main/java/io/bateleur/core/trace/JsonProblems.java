package io.bateleur.core.trace;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in our words, and with our places, what Jackson complains of. */
final class JsonProblems {
    private static final Pattern FOUND = Pattern.compile(
            "(?:Unexpected character|Unexpected close marker|Unrecognized token) \\(?('.+?')(?: \\(code [^)]*\\)\\))?: "
                    + "(?:was expecting|expected) (.*)",
            Pattern.DOTALL);
    private static final Pattern NOISE =
            Pattern.compile("\\s*\\((?:for|start)[^\\[(]*\\[Source:[^\\]]*\\]\\)|, from `[^`]*`");
    private static final Pattern ANY_VALUE = Pattern.compile("(?:a valid value )?\\(JSON String.*\\)", Pattern.DOTALL);

    private JsonProblems() {}

    /** The complaint with its own place, or with how far the parser had come when it has none. */
    static BadInputException located(JsonProcessingException e, Place parsed) {
        JsonLocation location = e.getLocation();
        Place place =
                location == null ? parsed : Place.text(parsed.file(), location.getLineNr(), location.getColumnNr());
        return new BadInputException(place, problem(e), "");
    }

    private static String problem(JsonProcessingException e) {
        String message = NOISE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
        if (message.startsWith("Unexpected end-of-input")) {
            return "found the end of the file, expected " + rest(message);
        }
        if (e instanceof StreamConstraintsException) {
            return message.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + message.substring(1);
        }
        Matcher found = FOUND.matcher(message);
        if (found.matches()) {
            return "found " + found.group(1) + ", expected "
                    + ANY_VALUE.matcher(found.group(2)).replaceAll("a JSON value");
        }
        return "this is not JSON: " + message;
    }

    private static String rest(String message) {
        if (message.contains("close marker for Array")) {
            return "']'";
        }
        return message.contains("close marker for Object") ? "'}'" : "the rest of the value";
    }
}
