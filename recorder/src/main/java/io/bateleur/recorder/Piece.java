package io.bateleur.recorder;

import java.util.List;

/**
 * Events of one session that go to the trace together.
 *
 * @param events not changed any more
 * @param bytes about how many they take, here and as lines
 */
record Piece(List<Event> events, long bytes) {}
