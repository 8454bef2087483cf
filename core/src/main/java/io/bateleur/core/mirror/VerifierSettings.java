package io.bateleur.core.mirror;

import io.bateleur.core.report.BrokenMechanism;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a verifier works.
 *
 * @param source what findings call the trace, such as the name of its file
 * @param profile the system and perhaps the level whose profile holds where the trace does not say, or against what it says:
 *     {@code postgres} or {@code postgres/serializable}
 * @param clockError by how many nanoseconds at most the clocks of two sessions differ
 * @param findings is given the first finding of each cause as soon as it is certain
 */
public record VerifierSettings(
        String source,
        Profiles profiles,
        Optional<String> profile,
        long clockError,
        Consumer<BrokenMechanism> findings) {

    public static VerifierSettings of(String source) {
        return new VerifierSettings(source, Profiles.bundled(), Optional.empty(), 0, finding -> {});
    }

    public VerifierSettings profiles(Profiles value) {
        return new VerifierSettings(source, value, profile, clockError, findings);
    }

    public VerifierSettings profile(String value) {
        return new VerifierSettings(source, profiles, Optional.of(value), clockError, findings);
    }

    public VerifierSettings clockError(long nanos) {
        return new VerifierSettings(source, profiles, profile, nanos, findings);
    }

    public VerifierSettings findings(Consumer<BrokenMechanism> value) {
        return new VerifierSettings(source, profiles, profile, clockError, value);
    }
}
