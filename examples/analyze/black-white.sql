-- Black and white (PostgreSQL wiki, SSI): one makes all white dots black, one makes all black dots white.
CREATE TABLE dot (
    id int PRIMARY KEY,
    color text NOT NULL
);

-- transaction Blacken()
UPDATE dot SET color = 'black' WHERE color = 'white';

-- transaction Whiten()
UPDATE dot SET color = 'white' WHERE color = 'black';
