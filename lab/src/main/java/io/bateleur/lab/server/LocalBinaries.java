package io.bateleur.lab.server;

import java.nio.file.Path;

/**
 * A server's binaries that are on this machine already: installed by its packages, or built by the user.
 *
 * @param release its makers' number for it, as in 15.18
 * @param base the directory with bin or sbin in it
 */
public record LocalBinaries(String release, Path base) {}
