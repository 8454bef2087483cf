package io.bateleur.lab.repro.derived;

/** Why no case can be made of a violation. */
public final class NoCaseException extends Exception {
    private static final long serialVersionUID = 1;

    NoCaseException(String reason) {
        super(reason);
    }
}
