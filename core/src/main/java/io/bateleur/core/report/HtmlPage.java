package io.bateleur.core.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/** What is around the content of every page: no network, no fonts, and no script but ours may run. */
public final class HtmlPage {
    private HtmlPage() {}

    /** Safe between tags and inside quoted attributes. */
    public static String escaped(String text) {
        return HtmlText.escaped(text);
    }

    /**
     * All parts are markup.
     *
     * @param kind a class of the body, for the style sheet
     * @param header what follows the title
     */
    public static String of(String title, String kind, String header, String main) {
        String script = resource("report.js");
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                + "style-src 'unsafe-inline'; script-src 'sha256-"
                + hash(script)
                + "'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
                + title
                + " · Bateleur</title>\n<style>\n"
                + resource("report.css")
                + "</style>\n</head>\n<body class=\""
                + kind
                + "\">\n<header>\n<p class=\"brand\">Bateleur</p>\n<h1>"
                + title
                + "</h1>\n"
                + header
                + "</header>\n<main>\n"
                + main
                + "</main>\n<footer>Made by Bateleur. This file needs no network.</footer>\n<script>"
                + script
                + "</script>\n</body>\n</html>\n";
    }

    /** Only this very script may run, whatever finds its way into the page. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlPage.class.getResourceAsStream(name), name)) {
            // Browsers drop carriage returns, and then the hash would not fit.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
