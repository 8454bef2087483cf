package io.bateleur.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds every module to the table of rooms in ARCHITECTURE.md: a room touches what its row allows, and needs all that it is allowed. */
class RoomsTest {
    private static final String PRODUCT = "io.bateleur.";

    /** What every room may touch. */
    private static final List<String> PLATFORM = List.of("java..", "javax..", "jdk..", "org.jspecify.annotations..");

    private static final List<Room> ROOMS = List.of(
            //       may touch, besides itself and the JDK
            room("core.ints"),
            room("core.sql"),
            room("core.model"),
            room("core.trace", "core.model").using("com.fasterxml.jackson.core", "com.github.luben.zstd"),
            room("core.trace.nativ", "core.trace", "core.model").using("com.fasterxml.jackson.core"),
            room("core.trace.foreign", "core.ints", "core.trace", "core.model").using("com.fasterxml.jackson.core"),
            room("core.sim", "core.ints", "core.model"),
            room("core.asg", "core.ints", "core.model"),
            room("core.ir", "core.model", "core.asg"),
            room("core.pass", "core.model", "core.asg", "core.ir"),
            room("core.solve", "core.ints"),
            room("core.encode", "core.ints", "core.model", "core.asg", "core.ir", "core.solve"),
            room("core.encode.published", "core.model", "core.asg", "core.ir", "core.solve", "core.encode"),
            room("core.replay", "core.ints", "core.model", "core.asg"),
            room("core.part", "core.model", "core.asg"),
            room("core.report", "core.model").using("com.fasterxml.jackson.core"),
            room("core.prove", "core.model", "core.asg", "core.report"),
            room("core.mirror", "core.ints", "core.model", "core.trace", "core.report"),
            room(
                    "core.check",
                    "core.model",
                    "core.asg",
                    "core.ir",
                    "core.pass",
                    "core.solve",
                    "core.encode",
                    "core.encode.published",
                    "core.replay",
                    "core.part",
                    "core.prove",
                    "core.report"),
            room("z3", "core.solve").using("com.microsoft.z3"),
            room("recorder", "core.model", "core.trace", "core.trace.nativ").using("com.github.luben.zstd"),
            room("recorder.jdbc", "core.sql", "core.model", "core.trace.nativ", "recorder"),
            room("sql.tree"),
            room("sql.parse", "sql.tree"),
            room("sql.schema", "core.model", "sql.tree", "sql.parse"),
            room("sql.resolve", "sql.tree", "sql.schema"),
            room("sql.lift", "core.model", "core.trace", "sql.tree", "sql.parse", "sql.schema", "sql.resolve"),
            room("sql.analyze", "core.model", "core.trace", "core.report", "sql.tree", "sql.parse", "sql.schema", "z3"),
            room("sql.eval", "sql.tree", "sql.parse", "sql.schema"),
            room(
                    "sql.audit",
                    "core.ints",
                    "core.model",
                    "core.trace",
                    "core.solve",
                    "core.report",
                    "sql.tree",
                    "sql.parse",
                    "sql.schema",
                    "sql.resolve",
                    "sql.eval"),
            room(
                    "examine",
                    "core.model",
                    "core.trace",
                    "core.sim",
                    "core.asg",
                    "core.part",
                    "core.report",
                    "core.check",
                    "sql.lift"),
            room("junit", "core.model", "core.trace", "core.report", "examine", "recorder", "recorder.jdbc")
                    .using("org.junit.jupiter.api", "org.junit.platform.commons", "org.opentest4j"),
            room("lab.server"),
            room("lab.store", "core.model", "recorder")
                    .using("org.rocksdb", "com.sleepycat", "jetbrains.exodus", "org.lmdbjava"),
            room("lab.workload", "core.model", "recorder"),
            room(
                    "lab.run",
                    "core.model",
                    "core.trace",
                    "core.check",
                    "core.report",
                    "examine",
                    "recorder",
                    "recorder.jdbc",
                    "lab.server",
                    "lab.store",
                    "lab.workload"),
            room(
                            "lab.watch",
                            "core.mirror",
                            "core.model",
                            "core.trace",
                            "sql.lift",
                            "recorder",
                            "lab.server",
                            "lab.run")
                    .using("com.sun.management"), // the time that the process has used
            room("lab.repro.language", "core.sql", "core.model", "core.trace"),
            room("lab.repro.foreign", "core.sql", "core.trace", "lab.repro.language")
                    .using("org.snakeyaml.engine"),
            room(
                            "lab.repro",
                            "core.sql",
                            "core.model",
                            "core.trace",
                            "core.report",
                            "examine",
                            "recorder",
                            "recorder.jdbc",
                            "lab.repro.language",
                            "lab.server",
                            "lab.store",
                            "lab.run")
                    .using("com.fasterxml.jackson.core"),
            room("lab.repro.derived", "core.sql", "core.model", "core.report", "core.trace", "lab.repro.language"),
            room("lab.repro.report", "core.trace", "core.report", "lab.repro", "lab.repro.language")
                    .using("com.fasterxml.jackson.core"),
            room(
                            "bench",
                            "core.model",
                            "core.trace",
                            "core.trace.nativ",
                            "core.sim",
                            "core.asg",
                            "core.ir",
                            "core.pass",
                            "core.solve",
                            "core.encode",
                            "core.check",
                            "core.mirror",
                            "sql.tree",
                            "sql.parse",
                            "sql.lift",
                            "recorder",
                            "recorder.jdbc",
                            "lab.server",
                            "lab.store",
                            "lab.workload",
                            "lab.run")
                    .using("com.fasterxml.jackson.core", "com.sun.management"),
            room("app").using("picocli"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.bateleur");

    @TestFactory
    Stream<DynamicTest> everyRoomTouchesOnlyWhatTheTableAllows() {
        return ROOMS.stream()
                .filter(room -> !room.name.equals("app"))
                .map(room -> DynamicTest.dynamicTest(room.toString(), () -> hold(room.rule())));
    }

    @TestFactory
    Stream<DynamicTest> everyRoomNeedsWhatTheTableAllows() {
        return ROOMS.stream()
                .map(room -> DynamicTest.dynamicTest(room.name, () -> assertThat(room.unused())
                        .as("permissions that " + room.name + " does not need: take them from its row")
                        .isEmpty()));
    }

    @Test
    void everyClassLivesInARoomOfTheTable() {
        String[] rooms = ROOMS.stream().map(Room::inside).toArray(String[]::new);
        hold(
                classes()
                        .should()
                        .resideInAnyPackage(rooms)
                        .because(
                                "every package is a room of the table in ARCHITECTURE.md; a new one gets a row there and here"));
    }

    @Test
    void noPackageIsADrawerForOddThings() {
        hold(noClasses()
                .should()
                .resideInAnyPackage("..util..", "..common..")
                .because("a package is named after what lives in it; see the rooms in ARCHITECTURE.md"));
    }

    @Test
    void packagesDoNotDependOnEachOtherInCircles() {
        hold(slices().matching("io.bateleur.(**)")
                .should()
                .beFreeOfCycles()
                .because("the packages are stages in one line, drawn in ARCHITECTURE.md"));
    }

    @Test
    void onlyTheTerminalKnowsTheStandardStreams() {
        hold(
                noClasses()
                        .should(ACCESS_STANDARD_STREAMS)
                        .because(
                                "rooms return values; commands print to terminal.out() and terminal.err(), which tests can capture"));
    }

    @Test
    void onlyMainEndsTheProgram() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(PRODUCT + "app.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .because("a command returns its exit code, or throws a CommandFailed that holds one"));
    }

    @Test
    void onlyOneRoomTalksToZ3Itself() {
        hold(noClasses()
                .that()
                .resideOutsideOfPackage(PRODUCT + "z3..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.microsoft.z3..")
                .because("only the room z3 knows Z3's own classes; ask a Z3Solver"));
    }

    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }

    private static Room room(String name, String... rooms) {
        return new Room(name, List.of(rooms), List.of());
    }

    /** A room is a package without those packages below it that are rooms themselves. */
    private record Room(String name, List<String> rooms, List<String> libraries) {
        Room using(String... names) {
            return new Room(name, rooms, List.of(names));
        }

        /** The room's own package, with those below it. */
        String inside() {
            return PRODUCT + name + "..";
        }

        boolean holds(JavaClass type) {
            return ROOMS.stream()
                    .filter(room -> resideInAPackage(room.inside()).test(type))
                    .map(Room::name)
                    .reduce("", (a, b) -> a.length() > b.length() ? a : b)
                    .equals(name);
        }

        ArchRule rule() {
            String[] others = ROOMS.stream()
                    .map(Room::name)
                    .filter(other -> !other.equals(name) && !rooms.contains(other))
                    .map(other -> other.equals("app") ? PRODUCT + "app.." : PRODUCT + other)
                    .toArray(String[]::new);
            List<String> allowed = new ArrayList<>(PLATFORM);
            allowed.add("io.bateleur..");
            libraries.forEach(library -> allowed.add(library + ".."));
            String why = "the table of rooms in ARCHITECTURE.md says so; to change it, change its row there and here";
            return classes()
                    .that()
                    .resideInAPackage(PRODUCT + name)
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed.toArray(String[]::new))
                    .andShould()
                    .onlyDependOnClassesThat()
                    .resideOutsideOfPackages(others)
                    .as(toString())
                    .because(why);
        }

        List<String> unused() {
            List<String> unused = new ArrayList<>();
            for (String other : rooms) {
                if (CLASSES.stream().filter(this::holds).noneMatch(type -> reaches(type, PRODUCT + other))) {
                    unused.add(other);
                }
            }
            for (String library : libraries) {
                if (CLASSES.stream().filter(this::holds).noneMatch(type -> reaches(type, library + ".."))) {
                    unused.add(library);
                }
            }
            return unused;
        }

        private static boolean reaches(JavaClass type, String packages) {
            return type.getDirectDependenciesFromSelf().stream()
                    .anyMatch(dependency -> resideInAPackage(packages).test(dependency.getTargetClass()));
        }

        @Override
        public String toString() {
            List<String> others =
                    Stream.concat(rooms.stream(), libraries.stream()).toList();
            return name + " may touch "
                    + (others.isEmpty() ? "only the JDK" : "only the JDK and " + String.join(", ", others));
        }
    }
}
