package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Courseware: students enrol in courses that have so many places. A badly isolated database fills courses beyond their places, and enrols
 * students who are leaving in courses that are being closed.
 *
 * <p>The programs are those that section 6 of the ANODE paper tells ("Automated Detection of Serializability Violations under Weak
 * Consistency"): add and remove students and courses, enrol. It gives no shares; these, and the reading of a course's list, are ours.
 */
final class Courseware implements SqlWorkload {
    static final int PLACES = 3;
    private static final int STUDENTS_PER_COURSE = 2;

    private final Settings settings;
    private final SqlWords words;
    private final KeyChoice courses;
    private final KeyChoice students;
    /** Since when somebody or something is there. */
    private final AtomicInteger clock = new AtomicInteger();

    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(50, this::enrol)
            .with(10, this::addCourse)
            .with(10, this::addStudent)
            .with(5, this::removeCourse)
            .with(5, this::removeStudent)
            .with(20, this::listCourse);

    Courseware(Settings settings, SqlWords words) {
        this.settings = settings;
        this.words = words;
        this.courses = new KeyChoice(settings.keys(), settings.zipf());
        this.students = new KeyChoice(settings.keys() * STUDENTS_PER_COURSE, settings.zipf());
    }

    @Override
    public Map<String, String> tables() {
        return Map.of(
                "bateleur_course", "id BIGINT NOT NULL PRIMARY KEY, places BIGINT NOT NULL, since BIGINT NOT NULL",
                "bateleur_student", "id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL, since BIGINT NOT NULL",
                "bateleur_enrolment",
                        "course BIGINT NOT NULL, student BIGINT NOT NULL, since BIGINT NOT NULL, PRIMARY KEY (course, student)");
    }

    @Override
    public List<Body> load() {
        Inserts inserts = new Inserts(words);
        for (int course = 0; course < settings.keys(); course++) {
            inserts.row("bateleur_course (id, places, since)", course, PLACES, clock.incrementAndGet());
        }
        for (int student = 0; student < settings.keys() * STUDENTS_PER_COURSE; student++) {
            inserts.row("bateleur_student (id, name, since)", student, name(student), clock.incrementAndGet());
        }
        return inserts.bodies();
    }

    private static String name(int student) {
        return "student" + student;
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private boolean enrol(Sql sql, SplittableRandom random) throws SQLException {
        int student = students.draw(random);
        int course = courses.draw(random);
        long places = sql.number("SELECT places, since FROM bateleur_course WHERE id = ?", course);
        boolean there = sql.row("SELECT name, since FROM bateleur_student WHERE id = ?", student)
                .isPresent();
        List<Sql.Row> enrolled = sql.rows("SELECT student, since FROM bateleur_enrolment WHERE course = ?", course);
        boolean already = enrolled.stream().anyMatch(row -> row.number(0) == student);
        if (there && !already && enrolled.size() < places) {
            sql.update(
                    Inserts.insert("bateleur_enrolment (course, student, since)", 3),
                    course,
                    student,
                    clock.incrementAndGet());
        }
        return true;
    }

    private boolean addCourse(Sql sql, SplittableRandom random) throws SQLException {
        int course = courses.draw(random);
        if (sql.row("SELECT places, since FROM bateleur_course WHERE id = ?", course)
                .isEmpty()) {
            sql.update(
                    Inserts.insert("bateleur_course (id, places, since)", 3), course, PLACES, clock.incrementAndGet());
        }
        return true;
    }

    private boolean addStudent(Sql sql, SplittableRandom random) throws SQLException {
        int student = students.draw(random);
        if (sql.row("SELECT name, since FROM bateleur_student WHERE id = ?", student)
                .isEmpty()) {
            sql.update(
                    Inserts.insert("bateleur_student (id, name, since)", 3),
                    student,
                    name(student),
                    clock.incrementAndGet());
        }
        return true;
    }

    private boolean removeCourse(Sql sql, SplittableRandom random) throws SQLException {
        int course = courses.draw(random);
        List<Sql.Row> enrolled = sql.rows("SELECT student, since FROM bateleur_enrolment WHERE course = ?", course);
        for (Sql.Row row : enrolled) {
            sql.update("DELETE FROM bateleur_enrolment WHERE course = ? AND student = ?", course, row.number(0));
        }
        sql.update("DELETE FROM bateleur_course WHERE id = ?", course);
        return true;
    }

    private boolean removeStudent(Sql sql, SplittableRandom random) throws SQLException {
        int student = students.draw(random);
        List<Sql.Row> enrolled = sql.rows("SELECT course, since FROM bateleur_enrolment WHERE student = ?", student);
        for (Sql.Row row : enrolled) {
            sql.update("DELETE FROM bateleur_enrolment WHERE course = ? AND student = ?", row.number(0), student);
        }
        sql.update("DELETE FROM bateleur_student WHERE id = ?", student);
        return true;
    }

    private boolean listCourse(Sql sql, SplittableRandom random) throws SQLException {
        int course = courses.draw(random);
        sql.rows("SELECT places, since FROM bateleur_course WHERE id = ?", course);
        sql.rows(
                "SELECT e.student, e.since, s.name FROM bateleur_enrolment e JOIN bateleur_student s ON s.id = e.student "
                        + "WHERE e.course = ?",
                course);
        return true;
    }
}
