package io.bateleur.core.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Findings as SARIF 2.1.0, the format of static analysis tools: code hosts and editors show it. Each name of a finding is a rule;
 * what is undecided or could not be read is a notification of the run.
 *
 * @see <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html">the specification</a>
 */
public final class SarifReport {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

    /** Viewers show so many, and a code host takes no more than 25 MB. */
    private static final int LOCATIONS_MAX = 100;

    private static final int STEPS_MAX = 1000;

    private final JsonGenerator json;
    /** By name. */
    private final Map<String, Finding> rules = new LinkedHashMap<>();

    private SarifReport(JsonGenerator json, List<FileReport> files) {
        this.json = json;
        files.forEach(file -> file.findings()
                .forEach(finding -> rules.putIfAbsent(finding.title().name(), finding)));
    }

    /** @param version of this program */
    public static String of(List<FileReport> files, String version) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text).useDefaultPrettyPrinter()) {
            new SarifReport(json, files).document(files, version);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private void document(List<FileReport> files, String version) throws IOException {
        json.writeStartObject();
        json.writeStringField("$schema", SCHEMA);
        json.writeStringField("version", "2.1.0");
        json.writeArrayFieldStart("runs");
        json.writeStartObject();
        json.writeObjectFieldStart("tool");
        json.writeObjectFieldStart("driver");
        json.writeStringField("name", "Bateleur");
        json.writeStringField("version", version);
        json.writeArrayFieldStart("rules");
        for (Finding example : rules.values()) {
            rule(example);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
        invocation(files);
        json.writeStringField("columnKind", "unicodeCodePoints");
        json.writeArrayFieldStart("results");
        for (FileReport file : files) {
            for (Finding finding : file.findings()) {
                result(finding);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Nothing of a rule depends on the finding that it is taken from. */
    private void rule(Finding example) throws IOException {
        Title title = example.title();
        json.writeStartObject();
        json.writeStringField("id", title.name());
        message("shortDescription", title.words());
        message("fullDescription", example.meaning());
        json.writeObjectFieldStart("help");
        String help = title + "\n\n" + example.meaning() + "\n\nDefined by: " + title.source();
        json.writeStringField("text", help);
        json.writeEndObject();
        json.writeEndObject();
    }

    // ---- the run

    private void invocation(List<FileReport> files) throws IOException {
        json.writeArrayFieldStart("invocations");
        json.writeStartObject();
        json.writeBooleanField("executionSuccessful", files.stream().allMatch(file -> file.problem()
                .isEmpty()));
        json.writeArrayFieldStart("toolExecutionNotifications");
        for (FileReport file : files) {
            if (file.problem().isPresent()) {
                notification(file, "error", "not checked: " + file.problem().get());
            }
            for (String warning : file.warnings()) {
                notification(file, "warning", warning);
            }
            for (LevelReport level : file.levels()) {
                if (level.status() == LevelReport.Status.UNDECIDED) {
                    notification(
                            file,
                            level.promised() ? "warning" : "note",
                            level.level() + " is undecided: " + level.reason());
                }
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private void notification(FileReport file, String level, String text) throws IOException {
        json.writeStartObject();
        json.writeStringField("level", level);
        message("message", text);
        json.writeArrayFieldStart("locations");
        location(new Location(file.file(), OptionalLong.empty(), Optional.empty(), Optional.empty()), "");
        json.writeEndArray();
        json.writeEndObject();
    }

    // ---- results

    private void result(Finding finding) throws IOException {
        json.writeStartObject();
        json.writeStringField("ruleId", finding.title().name());
        json.writeNumberField(
                "ruleIndex", List.copyOf(rules.keySet()).indexOf(finding.title().name()));
        json.writeStringField(
                "level",
                switch (finding.severity()) {
                    case VIOLATION -> "error";
                    case DEVIATION -> "warning";
                    case NOTE -> "note";
                });
        message("message", message(finding));
        json.writeArrayFieldStart("locations");
        List<Location> locations = finding.locations();
        for (Location location : locations.subList(0, Math.min(locations.size(), 1))) {
            location(location, "");
        }
        json.writeEndArray();
        json.writeArrayFieldStart("relatedLocations");
        for (Location location :
                locations.subList(Math.min(locations.size(), 1), Math.min(locations.size(), LOCATIONS_MAX))) {
            location(location, "");
        }
        json.writeEndArray();
        steps(finding);
        json.writeObjectFieldStart("partialFingerprints");
        json.writeStringField("identity/v1", fingerprint(finding));
        json.writeEndObject();
        json.writeObjectFieldStart("properties");
        json.writeStringField("kind", finding.kind());
        json.writeBooleanField("final", finding.isFinal());
        json.writeEndObject();
        json.writeEndObject();
    }

    /** What a list of results shows; everything else is one click away. */
    private static String message(Finding finding) {
        StringBuilder text =
                new StringBuilder(finding.title().toString()).append(". ").append(finding.claim());
        finding.steps().stream().limit(STEPS_MAX).forEach(step -> text.append("\n- ")
                .append("  ".repeat(step.depth()))
                .append(step.text()));
        finding.remarks().forEach(remark -> text.append('\n').append(remark));
        return text.toString();
    }

    /** The steps as a path through the first file, which viewers can walk along. */
    private void steps(Finding finding) throws IOException {
        if (finding.locations().isEmpty()) {
            return;
        }
        if (!finding.walks().isEmpty()) {
            walks(finding);
            return;
        }
        Location first = finding.locations().get(0);
        json.writeArrayFieldStart("codeFlows");
        json.writeStartObject();
        json.writeArrayFieldStart("threadFlows");
        json.writeStartObject();
        json.writeArrayFieldStart("locations");
        for (Sentence step : finding.steps().stream().limit(STEPS_MAX).toList()) {
            json.writeStartObject();
            json.writeNumberField("nestingLevel", step.depth());
            json.writeFieldName("location");
            location(first, step.text());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    /** One thread for each party; the order of all steps is that of the execution. */
    private void walks(Finding finding) throws IOException {
        json.writeArrayFieldStart("codeFlows");
        json.writeStartObject();
        json.writeArrayFieldStart("threadFlows");
        for (Walk walk : finding.walks()) {
            json.writeStartObject();
            json.writeStringField("id", walk.name());
            json.writeArrayFieldStart("locations");
            for (Walk.Stop stop : walk.stops()) {
                json.writeStartObject();
                json.writeNumberField("executionOrder", stop.order());
                json.writeFieldName("location");
                location(stop.location(), stop.text());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    /** One location by itself. */
    static String location(Location location) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            new SarifReport(json, List.of()).location(location, "");
        }
        return text.toString();
    }

    private void location(Location location, String text) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("physicalLocation");
        json.writeObjectFieldStart("artifactLocation");
        json.writeStringField("uri", uri(location.file()));
        json.writeEndObject();
        if (location.line().isPresent()) {
            json.writeObjectFieldStart("region");
            json.writeNumberField("startLine", location.line().getAsLong());
            json.writeEndObject();
        }
        json.writeEndObject();
        if (location.name().isPresent()) {
            json.writeArrayFieldStart("logicalLocations");
            json.writeStartObject();
            json.writeStringField("name", location.name().get());
            json.writeStringField("kind", "transaction");
            json.writeEndObject();
            json.writeEndArray();
        }
        if (!text.isEmpty()) {
            message("message", text);
        }
        json.writeEndObject();
    }

    private void message(String field, String text) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("text", text);
        json.writeEndObject();
    }

    /** A file's name as a reference that is relative where the name is. */
    static String uri(String file) {
        String path = file.replace('\\', '/');
        boolean drive = path.matches("[A-Za-z]:/.*");
        try {
            return path.startsWith("/") || drive
                    ? new URI("file", "", drive ? "/" + path : path, null).toASCIIString()
                    : new URI(null, null, path.contains(":") ? "./" + path : path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(file, e);
        }
    }

    /** The same for the same finding in the same data, wherever the file is and however the sentences are put. */
    static String fingerprint(Finding finding) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(finding.kind().getBytes(StandardCharsets.UTF_8));
            for (String part : finding.identity()) {
                digest.update((byte) 0);
                digest.update(part.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
