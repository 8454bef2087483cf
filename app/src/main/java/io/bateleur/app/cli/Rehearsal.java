package io.bateleur.app.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Runs the usual commands on small traces, without output and without servers. The launcher lets Java write down the classes that
 * this loads and makes an archive of them, from which every later start loads them quickly.
 *
 * <p>A class that is missing in the archive is loaded from the jar as ever, so a command that is not rehearsed is only slower to start.
 */
public final class Rehearsal {
    private static final String TRANSACTIONS = "300";

    private final String registers;
    private final String lostUpdate;
    private final String lists;
    private final String mini;
    private final String plume;

    /** @param folder an existing one, for the traces */
    Rehearsal(Path folder) {
        registers = folder.resolve("registers.jsonl").toString();
        lostUpdate = folder.resolve("lost-update.jsonl.zst").toString();
        lists = folder.resolve("lists.edn").toString();
        mini = folder.resolve("lost-update.mini").toString();
        plume = folder.resolve("plume.txt").toString();
    }

    /** Takes the folder, which the caller deletes. */
    public static void main(String[] args) throws IOException {
        Terminal.system();
        Locale.setDefault(Locale.ROOT);
        if (!new Rehearsal(Path.of(args[0])).play()) {
            throw new IllegalStateException("a command did not end as it should");
        }
    }

    /** Whether every command ended as it should. */
    boolean play() throws IOException {
        Files.writeString(Path.of(plume), "w(1,5,1,1)\nr(1,5,2,2)\nw(2,6,2,2)\n");
        return all(ExitCodes.OK, fine()) && all(ExitCodes.VIOLATED, violated());
    }

    private List<List<String>> fine() {
        return List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("check", "--help"),
                List.of("list", "levels"),
                List.of("demo"),
                List.of("gen", "--store", "serial", "--txns", TRANSACTIONS, "-o", registers),
                List.of("gen", "--bug", "lost-update", "--txns", TRANSACTIONS, "-o", lostUpdate),
                List.of(
                        "gen",
                        "--store",
                        "serial",
                        "--mix",
                        "list-append",
                        "--aborts",
                        "0",
                        "--txns",
                        TRANSACTIONS,
                        "-o",
                        lists),
                List.of("convert", lostUpdate, mini),
                List.of("info", lostUpdate),
                List.of(
                        "check",
                        registers,
                        lists,
                        "-l",
                        "serializable,si,strict-serializable,strong-session-serializable"),
                List.of("check", plume, "-l", "axiomatic-read-committed,axiomatic-read-atomic,axiomatic-causal"),
                List.of("check", "--json", registers, "-l", "serializable"),
                List.of("check", "--strongest", mini));
    }

    private List<List<String>> violated() {
        return List.of(
                List.of("check", lostUpdate, "-l", "serializable,si"), List.of("check", "--json", mini, "-l", "si"));
    }

    private static boolean all(int expected, List<List<String>> commands) {
        return commands.stream().allMatch(command -> run(command) == expected);
    }

    private static int run(List<String> command) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.plain(new ByteArrayInputStream(new byte[0]), nowhere, nowhere);
        return new Main(terminal).run(command.toArray(String[]::new));
    }
}
