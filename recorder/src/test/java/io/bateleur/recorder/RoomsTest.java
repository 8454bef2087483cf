package io.bateleur.recorder;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds this module to the table of rooms in ARCHITECTURE.md. It is one room, with another inside. */
class RoomsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.bateleur.recorder");

    @Test
    void touchesOnlyTheModelAndTheTraces() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "javax.sql",
                        "javax.transaction.xa",
                        "org.jspecify.annotations",
                        "io.bateleur.recorder..",
                        "io.bateleur.core.model",
                        "io.bateleur.core.trace",
                        "com.github.luben.zstd..")
                .because("the table of rooms in ARCHITECTURE.md says so; to change it, change its row there and here")
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
