package io.bateleur.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds this module to the table of rooms in ARCHITECTURE.md. */
class RoomsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.bateleur.sql");

    @Test
    void parsingKnowsTheParserAndTheModel() {
        classes()
                .that()
                .resideInAPackage("io.bateleur.sql.parse")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations",
                        "io.bateleur.sql.parse",
                        "io.bateleur.core.model",
                        "net.sf.jsqlparser..")
                .because("the table of rooms in ARCHITECTURE.md says so; to change it, change its row there and here")
                .check(CLASSES);
    }

    @Test
    void liftingDoesNotKnowTheParser() {
        classes()
                .that()
                .resideInAPackage("io.bateleur.sql.lift")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations",
                        "io.bateleur.sql.parse",
                        "io.bateleur.sql.lift",
                        "io.bateleur.core.model")
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
}
