package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Courseware: students enrol in courses that have so many places. A badly isolated store fills courses beyond their places, and enrols
 * students who are leaving in courses that are being closed.
 *
 * <p>The programs are those that section 6 of the ANODE paper tells ("Automated Detection of Serializability Violations under Weak
 * Consistency"): add and remove students and courses, enrol. It gives no shares; these, and the reading of a course's list, are
 * ours. An enrolment is stored under its course and under its student, and the two must agree.
 */
final class Courseware implements Workload {
    static final int COURSE = 1;
    static final int STUDENT = 2;
    static final int BY_COURSE = 3;
    static final int BY_STUDENT = 4;
    static final int PLACES = 3;
    private static final int STUDENTS_PER_COURSE = 2;

    private final Settings settings;
    private final Values values;
    private final KeyChoice courses;
    private final KeyChoice students;
    private final Mix<Program> programs = new Mix<Program>()
            .with(50, this::enrol)
            .with(10, this::addCourse)
            .with(10, this::addStudent)
            .with(5, this::removeCourse)
            .with(5, this::removeStudent)
            .with(20, this::listCourse);

    Courseware(Settings settings) {
        this.settings = settings;
        this.values = new Values(settings);
        this.courses = new KeyChoice(settings.keys(), settings.zipf());
        this.students = new KeyChoice(settings.keys() * STUDENTS_PER_COURSE, settings.zipf());
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int course = 0; course < settings.keys(); course++) {
            load.put(Keys.of(COURSE, course), PLACES);
        }
        for (int student = 0; student < settings.keys() * STUDENTS_PER_COURSE; student++) {
            load.put(Keys.of(STUDENT, student));
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    private boolean enrol(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int student = students.draw(random);
        int course = courses.draw(random);
        Content places = client.get(Keys.of(COURSE, course), false);
        if (!Values.isLive(places) || !Values.isLive(client.get(Keys.of(STUDENT, student), false))) {
            return true;
        }
        if (children(client, BY_COURSE, course).size() < Values.number(places)) {
            client.put(Keys.of(BY_COURSE, course, student), values.next(random));
            client.put(Keys.of(BY_STUDENT, student, course), values.next(random));
        }
        return true;
    }

    private boolean addCourse(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int course = courses.draw(random);
        if (!Values.isLive(client.get(Keys.of(COURSE, course), false))) {
            client.put(Keys.of(COURSE, course), values.holding(PLACES));
        }
        return true;
    }

    private boolean addStudent(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int student = students.draw(random);
        if (!Values.isLive(client.get(Keys.of(STUDENT, student), false))) {
            client.put(Keys.of(STUDENT, student), values.next(random));
        }
        return true;
    }

    private boolean removeCourse(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int course = courses.draw(random);
        if (!Values.isLive(client.get(Keys.of(COURSE, course), false))) {
            return true;
        }
        client.delete(Keys.of(COURSE, course));
        for (Item enrolment : children(client, BY_COURSE, course)) {
            client.delete(enrolment.key());
            client.delete(Keys.of(BY_STUDENT, Keys.child(enrolment.key()), course));
        }
        return true;
    }

    private boolean removeStudent(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int student = students.draw(random);
        if (!Values.isLive(client.get(Keys.of(STUDENT, student), false))) {
            return true;
        }
        client.delete(Keys.of(STUDENT, student));
        for (Item enrolment : children(client, BY_STUDENT, student)) {
            client.delete(enrolment.key());
            client.delete(Keys.of(BY_COURSE, Keys.child(enrolment.key()), student));
        }
        return true;
    }

    private boolean listCourse(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int course = courses.draw(random);
        client.get(Keys.of(COURSE, course), false);
        children(client, BY_COURSE, course);
        return true;
    }

    private static List<Item> children(KeyValueClient client, int table, int parent) throws CallFailedException {
        return client.scan(Keys.of(table, parent), Keys.end(table, parent), false);
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN);
    }
}
