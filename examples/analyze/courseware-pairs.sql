-- Courseware (the application of Gotsman and others 2016): courses with places, students, who is enrolled where.
-- With the levels and pairs that make it safe up to the long fork of four.
CREATE TABLE course (
    name text PRIMARY KEY,
    places int NOT NULL
);
CREATE TABLE student (
    name text PRIMARY KEY
);
CREATE TABLE enrolment (
    student text NOT NULL,
    course text NOT NULL,
    PRIMARY KEY (student, course)
);

-- pair AddCourse, AddCourse
-- pair AddStudent, AddStudent
-- pair Enroll, RemCourse
-- pair Enroll, RemStudent
-- pair RemCourse, RemCourse
-- pair RemStudent, RemStudent

-- transaction AddCourse(c text, places int)
SELECT name INTO :known FROM course WHERE name = :c;
IF :known IS NULL THEN
    INSERT INTO course (name, places) VALUES (:c, :places);
END IF;

-- transaction AddStudent(s text)
SELECT name INTO :known FROM student WHERE name = :s;
IF :known IS NULL THEN
    INSERT INTO student (name) VALUES (:s);
END IF;

-- transaction RemCourse(c text)
SELECT student INTO :someone FROM enrolment WHERE course = :c;
IF :someone IS NULL THEN
    DELETE FROM course WHERE name = :c;
END IF;

-- transaction RemStudent(s text)
SELECT course INTO :some FROM enrolment WHERE student = :s;
IF :some IS NULL THEN
    DELETE FROM student WHERE name = :s;
END IF;

-- transaction Enroll(s text, c text) at psi
SELECT places INTO :places FROM course WHERE name = :c;
SELECT name INTO :known FROM student WHERE name = :s;
IF :places > 0 AND :known IS NOT NULL THEN
    UPDATE course SET places = :places - 1 WHERE name = :c;
    INSERT INTO enrolment (student, course) VALUES (:s, :c);
END IF;
