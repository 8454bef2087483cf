package io.bateleur.lab.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A container image of a server at a commit of its repository, for servers that are built in a container. It begins with its makers'
 * own image, whose start script and libraries it keeps, and replaces the server in it: so it takes the same environment, and
 * {@link ImageSpec} knows how to start it.
 *
 * @param base the tag of its makers' image, of the same series as the commit
 */
public record ImageBuild(Recipe recipe, String commit, String base, boolean debug) {
    private static final Pattern COMMIT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,99}");
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    /** What can be built so. */
    public enum Recipe {
        TIDB("pingcap/tidb"),
        TIDB_TIKV("pingcap/tidb"),
        MARIADB("mariadb"),
        MYSQL("mysql");

        private final String image;

        Recipe(String image) {
            this.image = image;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Optional<Recipe> of(String word) {
            return Arrays.stream(values())
                    .filter(recipe -> recipe.word().equals(word.toLowerCase(Locale.ROOT)))
                    .findFirst();
        }

        public static String words() {
            return Arrays.stream(values()).map(Recipe::word).collect(Collectors.joining(", "));
        }
    }

    public static ImageBuild of(Recipe recipe, String commit, Optional<String> base, boolean debug)
            throws ServerException {
        if (!COMMIT.matcher(commit).matches()) {
            throw new ServerException("'" + commit + "' is no commit", "a number, a tag or a branch");
        }
        String tag = base.orElse("latest");
        if (!TAG.matcher(tag).matches()) {
            throw new ServerException("'" + tag + "' is no tag of an image", "for example 8.4");
        }
        return new ImageBuild(recipe, commit, tag, debug);
    }

    /** What the image is called: {@code docker:bateleur/mysql:COMMIT} starts it. */
    public String image() {
        String tag = commit.replaceAll("[^A-Za-z0-9._-]", "-");
        return "bateleur/" + recipe.image + ":" + tag + (recipe == Recipe.TIDB_TIKV ? "-tikv" : "")
                + (debug ? "-debug" : "");
    }

    /** What to call the file. */
    public String fileName() {
        return "Dockerfile." + recipe.word() + "-" + commit.replaceAll("[^A-Za-z0-9._-]", "-")
                + (debug ? "-debug" : "");
    }

    /** The command that builds it, which reads the file from its input. */
    public List<String> command(String engine) {
        return List.of(engine, "build", "-t", image(), "-");
    }

    /** The whole Dockerfile. */
    public String text() {
        return switch (recipe) {
            case TIDB -> tidb() + """
                    FROM pingcap/tidb:%s
                    COPY --from=build /source/bin/tidb-server /tidb-server
                    """.formatted(base);
            case TIDB_TIKV -> tidb() + """
                    FROM pingcap/pd:%1$s AS pd
                    FROM pingcap/tikv:%1$s AS tikv
                    FROM pingcap/tidb:%1$s
                    COPY --from=pd /pd-server /pd-server
                    COPY --from=tikv /tikv-server /tikv-server
                    COPY --from=build /source/bin/tidb-server /tidb-server
                    # One store, and TiDB when it is up.
                    RUN printf '%%s\\n' '#!/bin/sh' \\
                        '/pd-server --data-dir=/data/pd --client-urls=http://127.0.0.1:2379 &' \\
                        '/tikv-server --pd-endpoints=127.0.0.1:2379 --addr=127.0.0.1:20160 --data-dir=/data/tikv &' \\
                        'exec /tidb-server --store=tikv --path=127.0.0.1:2379 "$@"' >/start.sh && chmod 755 /start.sh
                    ENTRYPOINT ["/start.sh"]
                    """.formatted(base);
            case MARIADB ->
                """
                    FROM mariadb:%s AS build
                    RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \\
                        ca-certificates git build-essential cmake bison libncurses-dev libssl-dev zlib1g-dev libpcre2-dev libfmt-dev \\
                        liburing-dev libaio-dev
                    """.formatted(base)
                        + clone("https://github.com/MariaDB/server", true)
                        + """
                    RUN cmake -S /source -B /objects -DCMAKE_BUILD_TYPE=%s -DBUILD_CONFIG=mysql_release -DINSTALL_LAYOUT=DEB \\
                            -DMYSQL_MAINTAINER_MODE=OFF -DWITH_UNIT_TESTS=OFF -DWITH_WSREP=OFF -DPLUGIN_ROCKSDB=NO -DPLUGIN_MROONGA=NO \\
                            -DPLUGIN_SPIDER=NO -DPLUGIN_CONNECT=NO -DPLUGIN_COLUMNSTORE=NO -DPLUGIN_OQGRAPH=NO \\
                        && cmake --build /objects -j"$(nproc)" && DESTDIR=/root-of-server cmake --install /objects
                    FROM mariadb:%s
                    COPY --from=build /root-of-server/usr/ /usr/
                    """.formatted(debug ? "Debug" : "RelWithDebInfo", base);
            case MYSQL ->
                """
                    FROM mysql:%s AS build
                    USER root
                    RUN microdnf install -y --enablerepo=ol9_codeready_builder \\
                        git make cmake gcc-c++ bison openssl-devel ncurses-devel libtirpc-devel rpcgen
                    """.formatted(base)
                        + clone("https://github.com/mysql/mysql-server", false)
                        + """
                    RUN cmake -S /source -B /objects -DCMAKE_BUILD_TYPE=%s -DINSTALL_LAYOUT=RPM -DWITH_UNIT_TESTS=OFF \\
                            -DDOWNLOAD_BOOST=1 -DWITH_BOOST=/boost -DWITH_ROUTER=OFF \\
                        && cmake --build /objects -j"$(nproc)" && DESTDIR=/root-of-server cmake --install /objects
                    FROM mysql:%s
                    COPY --from=build /root-of-server/usr/ /usr/
                    """.formatted(debug ? "Debug" : "RelWithDebInfo", base);
        };
    }

    /** TiDB has no separate debug build: race detection is its own. */
    private String tidb() {
        return """
                FROM golang:1.25 AS build
                """ + clone("https://github.com/pingcap/tidb", false)
                + """
                RUN cd /source && %s
                """.formatted(debug ? "WITH_RACE=1 make server" : "make server");
    }

    private String clone(String repository, boolean submodules) {
        return """
                RUN git clone %s /source && git -C /source checkout %s%s
                """.formatted(
                        repository,
                        commit,
                        submodules ? " && git -C /source submodule update --init --recursive --depth 1" : "");
    }
}
