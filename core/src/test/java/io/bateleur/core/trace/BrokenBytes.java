package io.bateleur.core.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages files: cuts, holes, stutters, other bytes, and words that some format may take notice of. */
public final class BrokenBytes {
    private BrokenBytes() {}

    /** What is likely to matter to some format. */
    private static final List<String> DICTIONARY = List.of(
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            ",",
            ":",
            "\"",
            "\n",
            "\r\n",
            " ",
            "-",
            "---",
            "=====",
            "0",
            "-1",
            "1e9999",
            "9223372036854775808",
            "99999999999999999999999",
            "null",
            "nil",
            "true",
            ":ok",
            ":fail",
            ":info",
            ":invoke",
            ":process",
            ":nemesis",
            "#_",
            "#{",
            "\\",
            "\\u",
            "\ud83d\ude00",
            "//",
            "[x:=1]!",
            "==?",
            "w(",
            "r(1,1,0,0)\n",
            "{\"e\":\"begin\",\"t\":1,\"s\":0}\n",
            "{\"e\":\"order\",\"k\":1,\"txns\":[1]}\n",
            "{\"bateleur\":2}\n",
            "{\"e\":\"rows\",\"table\":\"t\",\"columns\":[\"a\"],\"rows\":[[1]]}\n",
            "{\"e\":\"punctuation\",\"before\":5}\n",
            "{\"e\":\"plan\",\"v\":{\"a\":[{}]}}\n",
            "\"must\":true,",
            "\"new\":{\"a\":[{}]},",
            "S",
            "C",
            "W",
            "R",
            "\u0000",
            "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u007f",
            "range",
            "c@[1,2]",
            "scan(*,*)=[",
            "initial unknown\n");

    public static byte[] of(byte[] whole, SplittableRandom random) {
        byte[] bytes = whole;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            bytes = brokenOnce(bytes, random);
        }
        return bytes;
    }

    private static byte[] brokenOnce(byte[] bytes, SplittableRandom random) {
        int from = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, from + random.nextInt(1, 24));
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(bytes, from); // cut off
            case 1 -> spliced(bytes, from, to, new byte[0]); // hole
            case 2 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to)); // stutter
            case 3 -> spliced(bytes, from, from, word(random)); // insertion
            case 4 -> spliced(bytes, from, to, word(random)); // replacement
            case 5 -> { // another byte
                byte[] changed = bytes.clone();
                if (changed.length > 0) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
                }
                yield changed;
            }
            default -> { // a piece moved
                int there = random.nextInt(bytes.length + 1);
                yield spliced(bytes, there, there, Arrays.copyOfRange(bytes, from, to));
            }
        };
    }

    private static byte[] word(SplittableRandom random) {
        return DICTIONARY.get(random.nextInt(DICTIONARY.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
        byte[] result = new byte[bytes.length - (to - from) + piece.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(piece, 0, result, from, piece.length);
        System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
        return result;
    }
}
