package io.bateleur.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What these tests do in a database must keep an isolation level.
 *
 * <p>What goes through a {@link Recording}, which tests take as a parameter, or through a URL that begins with {@code jdbc:bateleur:}, is
 * recorded and checked: after each test when it stands at the test, after the last one when it stands at the class. A level that does
 * not hold fails the test with the explanation and the path of a page that shows it.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(IsolationExtension.class)
public @interface Isolated {
    /**
     * The name of a level, such as {@code snapshot-isolation}. Empty: what the makers of the database promise for the level that the
     * sessions had, so that the test is one of the database and not of the application.
     */
    String level() default "";

    /** A check that takes longer is given up and counts as undecided. */
    int seconds() default 60;

    /** Whether what could not be decided is a failure too. Else it is told in the test's report. */
    boolean failUndecided() default false;
}
