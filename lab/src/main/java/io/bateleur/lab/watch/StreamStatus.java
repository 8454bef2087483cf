package io.bateleur.lab.watch;

/**
 * One recorder, at one moment.
 *
 * @param name of its run, shortened
 * @param events that have come
 * @param waitingBytes of lines that have come and are not verified
 * @param spilledBytes of those that are on disk
 * @param state {@code connected}, {@code away}, {@code ended}, {@code lost} or {@code refused}
 */
public record StreamStatus(String name, long events, long waitingBytes, long spilledBytes, String state) {}
