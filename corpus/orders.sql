CREATE TABLE item (id INT PRIMARY KEY, stock INT NOT NULL, name VARCHAR(40));
SELECT stock, name FROM item WHERE id = ?;
UPDATE item SET stock = stock - 1 WHERE id IN (?, ?);
UPDATE item SET stock = 0 WHERE name LIKE 'old%';
