=== joins by common columns, sets and subqueries | postgres mariadb h2 sqlite
CREATE TABLE a (id INT NOT NULL PRIMARY KEY, x INT, y VARCHAR(5))

CREATE TABLE b (id INT NOT NULL PRIMARY KEY, x INT, z INT)

INSERT INTO a VALUES (1, 10, 'p'), (2, 20, 'q'), (3, NULL, 'r'), (4, 20, 's')

INSERT INTO b VALUES (2, 20, 5), (3, 30, 6), (5, NULL, 7)

SELECT * FROM a NATURAL JOIN b

SELECT * FROM a JOIN b USING (id)

-- only: postgres mariadb sqlite
SELECT id, y, z FROM a LEFT JOIN b USING (id)

-- only: postgres mariadb sqlite
SELECT x, y, z FROM a RIGHT JOIN b USING (x)

-- only: postgres mariadb sqlite
SELECT x, y, z FROM a NATURAL LEFT JOIN b

SELECT x FROM a UNION SELECT x FROM b

SELECT x FROM a UNION ALL SELECT x FROM b

SELECT x FROM a EXCEPT SELECT x FROM b

SELECT x FROM a INTERSECT SELECT x FROM b

SELECT id FROM a WHERE x IN (SELECT x FROM b)

SELECT id FROM a WHERE x NOT IN (SELECT x FROM b)

SELECT id FROM a WHERE x NOT IN (SELECT x FROM b WHERE x IS NOT NULL)

SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.x = a.x)

WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i, (SELECT COUNT(*) FROM a WHERE a.id <= i) FROM n

=== quantified comparisons and multisets | postgres mariadb h2
CREATE TABLE a (x INT)

CREATE TABLE b (x INT)

INSERT INTO a VALUES (1), (1), (2), (NULL), (NULL), (3)

INSERT INTO b VALUES (1), (NULL), (4)

SELECT x FROM a WHERE x > ALL (SELECT x FROM b WHERE x IS NOT NULL)

SELECT x FROM a WHERE x >= ALL (SELECT x FROM b)

SELECT x FROM a WHERE x < ANY (SELECT x FROM b)

SELECT x FROM a WHERE x = SOME (SELECT x FROM b)

SELECT x FROM a WHERE x <> ALL (SELECT x FROM b WHERE x > 100)

-- only: postgres mariadb
SELECT x FROM a EXCEPT ALL SELECT x FROM b

-- only: postgres mariadb
SELECT x FROM a INTERSECT ALL SELECT x FROM b

=== the first rows and those of the same rank | postgres mariadb h2
CREATE TABLE a (id INT PRIMARY KEY, x INT)

INSERT INTO a VALUES (1, 5), (2, 3), (3, 5), (4, 1), (5, 3)

SELECT x FROM a ORDER BY x FETCH FIRST 2 ROWS ONLY

SELECT id, x FROM a ORDER BY x FETCH FIRST 2 ROWS WITH TIES

SELECT id, x FROM a ORDER BY x DESC OFFSET 1 ROWS FETCH NEXT 1 ROWS WITH TIES

SELECT id FROM a ORDER BY x LIMIT 4

SELECT id FROM a LIMIT 3

=== recursion that ends because nothing is new | postgres mariadb sqlite
WITH RECURSIVE n (i) AS (SELECT 1 UNION SELECT (i * 2) % 7 FROM n) SELECT i FROM n
