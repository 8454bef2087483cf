package io.bateleur.core.mirror;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Profiles by name. A file of profiles has one per line: the name, then fields such as {@code reads=transaction}; what is not named is
 * not claimed. A {@code #} starts a comment.
 */
public final class Profiles {
    private static final String BUNDLED = "profiles.txt";

    private final Map<String, Profile> profiles;
    /** Other names of systems. */
    private static final Map<String, String> SYSTEMS = Map.of("postgresql", "postgres", "sqlserver", "mssql");

    private Profiles(Map<String, Profile> profiles) {
        this.profiles = profiles;
    }

    /** Those that come with the program. */
    public static Profiles bundled() {
        try (InputStream in = Objects.requireNonNull(Profiles.class.getResourceAsStream(BUNDLED), BUNDLED)) {
            return new Profiles(parse(BUNDLED, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** These, and those of a user's file, which replace those of the same name. */
    public Profiles with(String file, String text) {
        Map<String, Profile> all = new LinkedHashMap<>(profiles);
        all.putAll(parse(file, text));
        return new Profiles(all);
    }

    public Collection<Profile> all() {
        return List.copyOf(profiles.values());
    }

    public Optional<Profile> named(String name) {
        return Optional.ofNullable(profiles.get(name));
    }

    /** Whether there is a profile of this system. */
    public boolean knows(String system) {
        return profiles.keySet().stream().anyMatch(name -> name.startsWith(system(system) + "/"));
    }

    /** That of a system at a level, in any words for it; nothing is claimed where there is none. */
    Profile of(@Nullable String system, @Nullable String level) {
        String name = (system == null ? "unknown" : system(system)) + "/" + (level == null ? "unknown" : level(level));
        Profile known = profiles.get(name);
        return known == null ? Profile.nothing(name) : known;
    }

    static String system(String words) {
        String system = words.toLowerCase(Locale.ROOT);
        return SYSTEMS.getOrDefault(system, system);
    }

    /** {@code TRANSACTION_REPEATABLE_READ}, {@code REPEATABLE READ} and {@code repeatable-read} are one level. */
    static String level(String words) {
        String level = words.toLowerCase(Locale.ROOT).strip().replace('_', '-').replace(' ', '-');
        return level.startsWith("transaction-") ? level.substring("transaction-".length()) : level;
    }

    // ---- files

    private static Map<String, Profile> parse(String file, String text) {
        Map<String, Profile> profiles = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String content = line.replaceFirst("(^|\\s)#.*", "").strip();
                if (!content.isEmpty()) {
                    Profile profile = profile(file + ":" + number, content);
                    profiles.put(profile.name(), profile);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return profiles;
    }

    private static Profile profile(String place, String line) {
        List<String> words = new ArrayList<>(List.of(line.split("\\s+")));
        String name = words.remove(0);
        if (!name.matches("[a-z0-9][a-z0-9.-]*/[a-z0-9][a-z0-9-]*")) {
            throw new IllegalArgumentException(
                    place + ": '" + name + "' is no name of a profile; expected SYSTEM/LEVEL in small letters");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0 || fields.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw new IllegalArgumentException(
                        place + ": expected each field once as name=value, not '" + word + "'");
            }
        }
        Fields read = new Fields(place, fields);
        Profile profile = new Profile(
                name,
                read.word("reads", Profile.Reads.ANY),
                read.word("snapshot", Profile.Snapshot.BEGIN_OR_STATEMENT),
                read.word("locks", Profile.Locks.NONE),
                read.flag("first-updater-wins"),
                read.flag("certified"),
                read.word("deviation", Profile.Deviation.NONE),
                read.word("time", Profile.RealTime.NONE),
                read.word("scans", Profile.Scans.ROWS),
                read.words("except"),
                fields.getOrDefault("source", ""));
        read.requireKnown();
        return profile;
    }

    /** The fields of a line; each is asked for once. */
    private static final class Fields {
        private final String place;
        private final Map<String, String> fields;
        private final List<String> asked = new ArrayList<>(List.of("source"));

        Fields(String place, Map<String, String> fields) {
            this.place = place;
            this.fields = fields;
        }

        <E extends Enum<E>> E word(String field, E otherwise) {
            asked.add(field);
            String word = fields.get(field);
            return word == null ? otherwise : constant(field, otherwise.getDeclaringClass(), word);
        }

        Set<Profile.Exemption> words(String field) {
            asked.add(field);
            Set<Profile.Exemption> words = EnumSet.noneOf(Profile.Exemption.class);
            for (String word : fields.getOrDefault(field, "").split(",")) {
                if (!word.isEmpty()) {
                    words.add(constant(field, Profile.Exemption.class, word));
                }
            }
            return words;
        }

        boolean flag(String field) {
            asked.add(field);
            String word = fields.getOrDefault(field, "no");
            if (!word.equals("yes") && !word.equals("no")) {
                throw wrong(field, word, "yes or no");
            }
            return word.equals("yes");
        }

        private <E extends Enum<E>> E constant(String field, Class<E> type, String word) {
            List<String> known = new ArrayList<>();
            for (E constant : type.getEnumConstants()) {
                if (Profile.word(constant).equals(word)) {
                    return constant;
                }
                known.add(Profile.word(constant));
            }
            throw wrong(field, word, "one of " + String.join(", ", known));
        }

        private IllegalArgumentException wrong(String field, String word, String expected) {
            return new IllegalArgumentException(place + ": " + field + "=" + word + ", expected " + expected);
        }

        void requireKnown() {
            fields.keySet().stream()
                    .filter(field -> !asked.contains(field))
                    .findFirst()
                    .ifPresent(field -> {
                        throw new IllegalArgumentException(
                                place + ": there is no field '" + field + "'; these are: " + String.join(", ", asked));
                    });
        }
    }
}
