-- SmallBank (Alomari, Cahill, Fekete, Roehm 2008): five programs over two balances of each customer.
CREATE TABLE account (
    name text PRIMARY KEY,
    custid int NOT NULL UNIQUE
);
CREATE TABLE savings (
    custid int PRIMARY KEY,
    balance int NOT NULL
);
CREATE TABLE checking (
    custid int PRIMARY KEY,
    balance int NOT NULL
);

-- transaction Balance(n text)
SELECT custid INTO :c FROM account WHERE name = :n;
SELECT balance INTO :s FROM savings WHERE custid = :c;
SELECT balance INTO :b FROM checking WHERE custid = :c;
SELECT :s + :b;

-- transaction DepositChecking(n text, v int)
SELECT custid INTO :c FROM account WHERE name = :n;
UPDATE checking SET balance = balance + :v WHERE custid = :c;

-- transaction TransactSavings(n text, v int)
SELECT custid INTO :c FROM account WHERE name = :n;
UPDATE savings SET balance = balance + :v WHERE custid = :c;

-- transaction Amalgamate(n1 text, n2 text)
IF :n1 = :n2 THEN
    ABORT;
END IF;
SELECT custid INTO :c1 FROM account WHERE name = :n1;
SELECT custid INTO :c2 FROM account WHERE name = :n2;
SELECT balance INTO :s FROM savings WHERE custid = :c1 FOR UPDATE;
SELECT balance INTO :b FROM checking WHERE custid = :c1 FOR UPDATE;
UPDATE savings SET balance = 0 WHERE custid = :c1;
UPDATE checking SET balance = 0 WHERE custid = :c1;
UPDATE checking SET balance = balance + :s + :b WHERE custid = :c2;

-- transaction WriteCheck(n text, v int)
SELECT custid INTO :c FROM account WHERE name = :n;
SELECT balance INTO :s FROM savings WHERE custid = :c;
SELECT balance INTO :b FROM checking WHERE custid = :c;
IF :s + :b < :v THEN
    UPDATE checking SET balance = balance - (:v + 1) WHERE custid = :c;
ELSE
    UPDATE checking SET balance = balance - :v WHERE custid = :c;
END IF;
