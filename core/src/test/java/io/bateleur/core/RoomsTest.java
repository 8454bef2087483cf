package io.bateleur.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds this module to the table of rooms in ARCHITECTURE.md. A room may be in the table before it has any code. */
class RoomsTest {
    private static final String MODULE = "io.bateleur.core";

    private static final List<Room> ROOMS = List.of(
            //       may touch, besides itself and the JDK
            room("model"),
            room("trace", "model").using("com.fasterxml.jackson.core", "com.github.luben.zstd"),
            room("sim", "model"),
            room("asg", "model"),
            room("ir", "model", "asg"),
            room("pass", "model", "asg", "ir"),
            room("solve"),
            room("encode", "model", "asg", "ir", "solve"),
            room("explain", "model", "asg", "encode"),
            room("check", "model", "trace", "sim", "asg", "ir", "pass", "solve", "encode", "explain"),
            room("mirror", "model", "explain"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(MODULE);

    @TestFactory
    Stream<DynamicTest> everyRoomTouchesOnlyWhatTheTableAllows() {
        return ROOMS.stream().map(room -> DynamicTest.dynamicTest(room.toString(), () -> hold(room.rule())));
    }

    @Test
    void everyClassLivesInARoomOfTheTable() {
        String[] rooms = ROOMS.stream().map(room -> inside(room.name)).toArray(String[]::new);
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
                .resideInAnyPackage(MODULE + "..util..", MODULE + "..common..")
                .because("a package is named after what lives in it; see the rooms in ARCHITECTURE.md"));
    }

    @Test
    void packagesDoNotDependOnEachOtherInCircles() {
        hold(slices().matching(MODULE + ".(**)")
                .should()
                .beFreeOfCycles()
                .because("the packages are stages in one line, drawn in ARCHITECTURE.md"));
    }

    @Test
    void nothingPrints() {
        hold(noClasses()
                .should(ACCESS_STANDARD_STREAMS)
                .because("this is a library: it returns values, and app.cli prints them"));
    }

    @Test
    void nothingEndsTheProgram() {
        hold(noClasses()
                .should()
                .callMethod(System.class, "exit", int.class)
                .because("this is a library: only app.cli.Main ends the program"));
    }

    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }

    private static Room room(String name, String... rooms) {
        return new Room(name, List.of(rooms), List.of());
    }

    private static String inside(String room) {
        return MODULE + "." + room + "..";
    }

    private record Room(String name, List<String> rooms, List<String> libraries) {
        Room using(String... names) {
            return new Room(name, rooms, List.of(names));
        }

        ArchRule rule() {
            return classes()
                    .that()
                    .resideInAPackage(inside(name))
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed())
                    .as(toString())
                    .because(
                            "the table of rooms in ARCHITECTURE.md says so; to change it, change its row there and here");
        }

        private String[] allowed() {
            return Stream.of(
                            Stream.of("java..", "javax..", "jdk..", "org.jspecify.annotations", inside(name)),
                            rooms.stream().map(RoomsTest::inside),
                            libraries.stream().map(library -> library + ".."))
                    .flatMap(packages -> packages)
                    .toArray(String[]::new);
        }

        @Override
        public String toString() {
            List<String> others = Stream.concat(rooms.stream().map(room -> "core." + room), libraries.stream())
                    .toList();
            return "core." + name + " may touch "
                    + (others.isEmpty() ? "only the JDK" : "only the JDK and " + String.join(", ", others));
        }
    }
}
