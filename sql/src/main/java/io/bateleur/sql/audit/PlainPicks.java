package io.bateleur.sql.audit;

import java.util.List;

/** Which versions a transaction read, to go on from later. */
record PlainPicks(List<int[]> picks) {}
