-- A withdrawal as in Nagar and Jagannathan 2018, figure 1: it checks the balance, then takes the money.
CREATE TABLE account (
    id int PRIMARY KEY,
    balance int NOT NULL
);

-- transaction withdraw(id int, amount int)
SELECT balance INTO :balance FROM account WHERE id = :id;
IF :balance > :amount THEN
    UPDATE account SET balance = :balance - :amount WHERE id = :id;
END IF;
