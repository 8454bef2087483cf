package io.bateleur.core.model;

/** What was said does not make a history, or makes one larger than its columns can hold; the message says why. */
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HistoryException(String message) {
        super(message);
    }
}
