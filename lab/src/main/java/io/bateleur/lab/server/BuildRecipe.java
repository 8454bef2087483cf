package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a product is made from its sources: what it needs, and the commands in their order. */
interface BuildRecipe {
    /**
     * @param title what the user sees while it runs
     * @param directory where it runs
     * @param compiles whether it is the long one
     */
    record Step(String title, Path directory, List<String> command, boolean compiles) {}

    /** A program, or one of several that do the same. */
    record Need(List<String> programs, String what) {}

    /** What makes these sources unfit, or nothing. */
    Optional<ServerException> refusal(SourceTree source, Path tree);

    List<Need> needs(Path tree);

    /**
     * @param tree the sources, which are ours to change
     * @param prefix where it will live, and is told to live
     * @param root what is installed is put below this directory for now
     */
    List<Step> steps(Path tree, Path prefix, Path root, boolean debug) throws IOException;

    /** The server's program below its prefix. */
    String daemon();

    static BuildRecipe of(Product product) {
        return switch (product) {
            case POSTGRES -> new Postgres();
            case MARIADB -> new MariaDb();
            case MYSQL -> throw new IllegalArgumentException("MySQL is not built here");
        };
    }

    Need COMPILER = new Need(List.of("cc", "gcc", "clang"), "a C compiler");
    Need MAKE = new Need(List.of("make"), "make");

    private static String jobs() {
        return "-j" + Runtime.getRuntime().availableProcessors();
    }

    /** With autoconf, and without the libraries that a server can do without. */
    final class Postgres implements BuildRecipe {
        @Override
        public Optional<ServerException> refusal(SourceTree source, Path tree) {
            return Files.isRegularFile(tree.resolve("configure"))
                    ? Optional.empty()
                    : Optional.of(new ServerException(
                            source + " has no sources of PostgreSQL: there is no configure in it",
                            "give the directory that has configure in it"));
        }

        @Override
        public List<Need> needs(Path tree) {
            List<Need> needs = new ArrayList<>(List.of(COMPILER, MAKE, new Need(List.of("perl"), "perl")));
            if (!Files.exists(tree.resolve("src/backend/parser/gram.c"))) { // archives of releases have it
                needs.add(new Need(List.of("bison"), "bison"));
                needs.add(new Need(List.of("flex"), "flex"));
            }
            return needs;
        }

        @Override
        public List<Step> steps(Path tree, Path prefix, Path root, boolean debug) {
            List<Step> steps = new ArrayList<>();
            if (Files.exists(tree.resolve("src/Makefile.global"))) {
                steps.add(new Step("cleaning what was built in it", tree, List.of("make", "-s", "distclean"), false));
            }
            List<String> configure = new ArrayList<>(List.of(
                    "./configure", "--prefix=" + prefix, "--without-readline", "--without-zlib", "--without-icu"));
            if (debug) {
                configure.addAll(List.of("--enable-debug", "--enable-cassert", "CFLAGS=-O0 -g"));
            }
            steps.add(new Step("configuring", tree, configure, false));
            steps.add(new Step("compiling", tree, List.of("make", jobs()), true));
            steps.add(new Step("installing", tree, List.of("make", "-s", "install", "DESTDIR=" + root), false));
            return steps;
        }

        @Override
        public String daemon() {
            return "bin/postgres";
        }
    }

    /** With CMake, without the storage engines that take long and hold no transactions of InnoDB. */
    final class MariaDb implements BuildRecipe {
        private static final List<String> LEFT_OUT = List.of(
                "ROCKSDB",
                "MROONGA",
                "SPIDER",
                "CONNECT",
                "TOKUDB",
                "COLUMNSTORE",
                "OQGRAPH",
                "SPHINX",
                "S3",
                "FEDERATEDX",
                "ARCHIVE",
                "BLACKHOLE",
                "AUTH_GSSAPI",
                "AUTH_PAM",
                "HASHICORP_KEY_MANAGEMENT");

        @Override
        public Optional<ServerException> refusal(SourceTree source, Path tree) {
            if (!Files.isRegularFile(tree.resolve("CMakeLists.txt")) || !Files.isDirectory(tree.resolve("storage"))) {
                return Optional.of(new ServerException(
                        source + " has no sources of MariaDB: there are no CMakeLists.txt and storage in it",
                        "give the directory that has both in it"));
            }
            return Files.exists(tree.resolve("libmariadb/CMakeLists.txt"))
                    ? Optional.empty()
                    : Optional.of(new ServerException(
                            source + " lacks libmariadb, which is a repository of its own",
                            "check it out with git submodule update --init, and give the directory"));
        }

        @Override
        public List<Need> needs(Path tree) {
            return List.of(
                    COMPILER,
                    new Need(List.of("c++", "g++", "clang++"), "a C++ compiler"),
                    MAKE,
                    new Need(List.of("cmake"), "cmake"),
                    new Need(List.of("bison"), "bison"));
        }

        @Override
        public List<Step> steps(Path tree, Path prefix, Path root, boolean debug) throws IOException {
            Files.deleteIfExists(tree.resolve("CMakeCache.txt"));
            Path objects = Files.createDirectory(tree.resolveSibling("objects"));
            List<String> configure = new ArrayList<>(List.of(
                    "cmake",
                    tree.toString(),
                    "-DCMAKE_INSTALL_PREFIX=" + prefix,
                    "-DCMAKE_BUILD_TYPE=" + (debug ? "Debug" : "RelWithDebInfo"),
                    "-DMYSQL_MAINTAINER_MODE=OFF", // or warnings of a newer compiler are errors
                    "-DWITH_UNIT_TESTS=OFF",
                    "-DWITH_WSREP=OFF",
                    "-DWITH_MARIABACKUP=OFF",
                    "-DWITH_SSL=bundled",
                    "-DWITH_ZLIB=bundled"));
            LEFT_OUT.forEach(plugin -> configure.add("-DPLUGIN_" + plugin + "=NO"));
            return List.of(
                    new Step("configuring", objects, configure, false),
                    new Step("compiling", objects, List.of("make", jobs()), true),
                    new Step("installing", objects, List.of("make", "install", "DESTDIR=" + root), false));
        }

        @Override
        public String daemon() {
            return "bin/mariadbd";
        }
    }
}
