package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's picture is the report of a real finding as it is written now. The bytes of a picture depend on the fonts and the
 * browser of a machine, so what is compared is the hash of the page, which lies beside the pictures. With
 * {@code -Dgolden.update} a page that has changed is opened in Chromium and pictures are taken of it, in light and in dark.
 * To take them again of the same page, delete the hash first.
 */
@DisabledOnOs(OS.WINDOWS)
class PictureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path IMAGES = ROOT.resolve("docs/images");
    private static final Path HASH = IMAGES.resolve("report.sha256");
    private static final Path LIGHT = IMAGES.resolve("report-light.png");
    private static final Path DARK = IMAGES.resolve("report-dark.png");
    private static final double PIXELS_PER_CSS_PIXEL = 1.5;
    private static final int WIDTH = 1060;
    private static final int HEIGHT = 1050;

    @TempDir
    Path folder;

    @Test
    void thePictureShowsTheReportAsItIsNow() throws Exception {
        Path page = report();
        String hash = hash(page);
        if (Boolean.getBoolean("golden.update") && !hash.equals(recorded())) {
            take(page, "light", LIGHT);
            take(page, "dark", DARK);
            Files.writeString(HASH, hash);
        }
        assertThat(recorded())
                .as("the report has changed since its picture was taken; with a Chromium: mvn verify -Dgolden.update")
                .isEqualTo(hash);
        assertThat(brightness(LIGHT)).isGreaterThan(200);
        assertThat(brightness(DARK)).isLessThan(60);
    }

    private Path report() throws Exception {
        Files.createSymbolicLink(folder.resolve("corpus"), ROOT.resolve("corpus"));
        DocsTest.launcher(folder.resolve("bateleur"));
        Outcome checked = Outcome.ofShell(
                folder,
                Map.of(),
                "./bateleur check corpus/findings/postgresql-ssi-commit-race.mini"
                        + " --level snapshot-isolation,serializable --report report.html");
        assertThat(checked.exitCode()).as(checked.err()).isEqualTo(ExitCodes.VIOLATED);
        return folder.resolve("report.html");
    }

    private void take(Path page, String scheme, Path picture) throws Exception {
        Path taken = folder.resolve(scheme + ".png");
        String options = String.join(
                " ",
                "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync",
                "--disable-background-networking --disable-component-update --hide-scrollbars",
                "--user-data-dir=profile",
                "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
                "--force-device-scale-factor=" + PIXELS_PER_CSS_PIXEL,
                "--window-size=" + WIDTH + "," + HEIGHT,
                "--screenshot=" + taken,
                page.toUri().toString());
        Outcome outcome = Outcome.ofShell(
                folder,
                Map.of(),
                "browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || exit 69\n"
                        + "\"$browser\" " + options);
        assumeTrue(outcome.exitCode() != 69, "no Chromium on the PATH: no picture is taken of the report");
        assertThat(taken).as(outcome.err()).isNotEmptyFile();
        Files.createDirectories(IMAGES);
        Files.copy(taken, picture, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String recorded() throws IOException {
        return Files.exists(HASH) ? Files.readString(HASH) : "";
    }

    private static String hash(Path page) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(Files.readString(page).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest) + "\n";
    }

    /** Of the corner, where nothing but the page itself is: from 0 to 255. */
    private static int brightness(Path picture) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo((int) (WIDTH * PIXELS_PER_CSS_PIXEL));
        return image.getRaster().getSample(2, 2, 1);
    }
}
