-- Courseware with pairs, where Enroll runs at snapshot isolation: analyse it with --model ec.
-- include courseware-pairs.sql

-- transaction Enroll(s text, c text) at si
SELECT places INTO :places FROM course WHERE name = :c;
SELECT name INTO :known FROM student WHERE name = :s;
IF :places > 0 AND :known IS NOT NULL THEN
    UPDATE course SET places = :places - 1 WHERE name = :c;
    INSERT INTO enrolment (student, course) VALUES (:s, :c);
END IF;
