package io.bateleur.lab.server;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * How a server of ours is reached, where the caller has a wish. Without one it has a free port, and a password that nobody else on
 * this machine knows: who has it can do all that the server's user can. Every server demands its password.
 */
public record Access(OptionalInt port, Optional<String> password) {
    /** Nobody asks for a certain port or password. */
    public static final Access ANY = new Access(OptionalInt.empty(), Optional.empty());

    private static final int LARGEST_PORT = 65_535;

    /** @throws IllegalArgumentException when no server could have it; the message is for users */
    public Access {
        if (port.isPresent() && (port.getAsInt() < 1 || port.getAsInt() > LARGEST_PORT)) {
            throw new IllegalArgumentException("a port is from 1 to " + LARGEST_PORT + ", and not " + port.getAsInt());
        }
        // Other characters would depend on the encodings that servers and their clients assume.
        if (password.isPresent() && !password.get().matches("[!-~]+")) {
            throw new IllegalArgumentException(
                    "a password has letters, digits and signs of ASCII, at least one, and no blanks");
        }
    }

    /** The port to start at: the one that was asked for, if nobody has it. */
    int choosePort() throws ServerException {
        if (port.isEmpty()) {
            return Ports.free();
        }
        if (!Ports.isFree(port.getAsInt())) {
            throw new ServerException(
                    "port " + port.getAsInt() + " cannot be had: somebody listens there, or it is for root only",
                    "without a port a free one is taken");
        }
        return port.getAsInt();
    }

    String choosePassword() {
        return password.orElseGet(
                () -> UUID.randomUUID().toString().replace("-", "").substring(0, 16));
    }
}
