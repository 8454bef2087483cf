package io.bateleur.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds this module to the table of rooms in ARCHITECTURE.md. Its rooms are at the top: they may touch everything. */
class RoomsTest {
    private static final String MODULE = "io.bateleur.app";

    private static final List<String> ROOMS = List.of("cli", "bench", "web");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(MODULE);

    @Test
    void everyClassLivesInARoomOfTheTable() {
        String[] rooms = ROOMS.stream().map(room -> MODULE + "." + room + "..").toArray(String[]::new);
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
    void onlyMainEndsTheProgram() {
        hold(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(MODULE + ".cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .because("a command returns its exit code, or throws a CommandFailed that holds one"));
    }

    @Test
    void onlyTheTerminalKnowsTheStandardStreams() {
        hold(noClasses()
                .should(ACCESS_STANDARD_STREAMS)
                .because("commands print to terminal.out() and terminal.err(), which tests can capture"));
    }

    @Test
    void nobodyHereTalksToZ3Itself() {
        hold(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.microsoft.z3..")
                .because("only the room z3 knows Z3's own classes; ask a Z3Solver"));
    }

    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
