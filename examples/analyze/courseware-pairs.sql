-- Courseware with the levels and pairs of the paper, and two pairs more, because a DELETE reads: analyse it with --model ec.
-- include courseware.sql

-- pair AddCourse, AddCourse
-- pair AddStudent, AddStudent
-- pair Enroll, RemCourse
-- pair Enroll, RemStudent
-- pair RemCourse, RemCourse
-- pair RemStudent, RemStudent

-- transaction Enroll(s text, c text) at psi
SELECT places INTO :places FROM course WHERE name = :c;
SELECT name INTO :known FROM student WHERE name = :s;
IF :places > 0 AND :known IS NOT NULL THEN
    UPDATE course SET places = :places - 1 WHERE name = :c;
    INSERT INTO enrolment (student, course) VALUES (:s, :c);
END IF;
