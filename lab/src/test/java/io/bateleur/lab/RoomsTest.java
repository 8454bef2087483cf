package io.bateleur.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds this module to the table of rooms in ARCHITECTURE.md. */
class RoomsTest {
    private static final String MODULE = "io.bateleur.lab.";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.bateleur.lab");

    /** A room, and the rooms of this module that it may not touch. */
    @ParameterizedTest
    @CsvSource({"server, store workload run", "store, server workload run", "workload, server store run"})
    void touchesOnlyWhatTheTableSays(String room, String others) {
        String[] closed = others.lines()
                .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
                .map(other -> MODULE + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(MODULE + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(closed)
                .because("the table of rooms in ARCHITECTURE.md says so; to change it, change its row there and here")
                .check(CLASSES);
    }

    @Test
    void serversKnowNothingOfHistories() {
        classes()
                .that()
                .resideInAPackage(MODULE + "server..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify.annotations", MODULE + "server..")
                .because("the table of rooms in ARCHITECTURE.md says so")
                .check(CLASSES);
    }

    @Test
    void nothingPrints() {
        noClasses()
                .should(ACCESS_STANDARD_STREAMS)
                .because("this is a library: it returns values, and app.cli prints them")
                .check(CLASSES);
    }

    @Test
    void nothingEndsTheProgram() {
        noClasses()
                .should()
                .callMethod(System.class, "exit", int.class)
                .because("this is a library: only app.cli.Main ends the program")
                .check(CLASSES);
    }
}
