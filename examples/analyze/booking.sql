-- Meeting rooms (Kleppmann 2017, chapter 7): the conflict is a row that is not there yet.
CREATE TABLE booking (
    id int PRIMARY KEY,
    room int NOT NULL,
    hour int NOT NULL
);

-- transaction Book(b int, r int, h int)
SELECT id INTO :other FROM booking WHERE room = :r AND hour = :h;
IF :other IS NULL THEN
    INSERT INTO booking (id, room, hour) VALUES (:b, :r, :h);
END IF;
