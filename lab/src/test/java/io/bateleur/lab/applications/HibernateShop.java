package io.bateleur.lab.applications;

import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Logger;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** A shop of versioned entities, with eight threads that buy, cancel, refill and report. No article is sold twice. */
final class HibernateShop implements Application {
    private static final int THREADS = 8;
    private static final int UNITS = 60;
    private static final int PRODUCTS = 12;
    private static final int CUSTOMERS = 10;
    private static final int STOCK = 1000;

    /** It reports each conflict; kept, because loggers that nobody holds forget their levels. */
    private static final Logger LOGGER = Logger.getLogger("org.hibernate");

    private final AtomicInteger retries = new AtomicInteger();

    @Override
    public String name() {
        return "Hibernate";
    }

    @Override
    public void prepare(Connection connection, Site site) {
        // Hibernate makes its tables by itself.
    }

    @Override
    public void run(Site site) throws Exception {
        LOGGER.setLevel(java.util.logging.Level.OFF);
        try (SessionFactory factory = factory(site)) {
            inTransaction(factory, session -> {
                for (long i = 1; i <= PRODUCTS; i++) {
                    session.persist(new Shop.Product(i, "product " + i, STOCK, new BigDecimal("2.50")));
                }
                for (long i = 1; i <= CUSTOMERS; i++) {
                    session.persist(new Shop.Customer(i, "customer " + i));
                }
            });
            Threads.run(THREADS, thread -> {
                Random random = new Random(thread);
                for (int i = 0; i < UNITS; i++) {
                    unit(factory, random);
                }
            });
            inTransaction(factory, HibernateShop::requireNothingLost);
        }
    }

    private static SessionFactory factory(Site site) {
        return new Configuration()
                .addAnnotatedClass(Shop.Product.class)
                .addAnnotatedClass(Shop.Customer.class)
                .addAnnotatedClass(Shop.Order.class)
                .addAnnotatedClass(Shop.Line.class)
                .setProperty("hibernate.connection.url", site.url())
                .setProperty("hibernate.connection.username", site.user())
                .setProperty("hibernate.connection.password", site.password())
                .setProperty("hibernate.connection.pool_size", "10")
                .setProperty("hibernate.hbm2ddl.auto", "update")
                .setProperty("hibernate.jdbc.batch_size", "20")
                .setProperty("hibernate.order_inserts", "true")
                .setProperty("hibernate.order_updates", "true")
                .buildSessionFactory();
    }

    private void inTransaction(SessionFactory factory, Consumer<Session> work) {
        while (true) {
            try {
                factory.inTransaction(work);
                return;
            } catch (OptimisticLockException e) {
                retries.incrementAndGet();
            } catch (PersistenceException e) {
                if (!isConflict(e)) {
                    throw e;
                }
                retries.incrementAndGet();
            }
        }
    }

    /** A deadlock, a failed serialization, or (since MariaDB 11.6.2 and in 11.4 where it is set) a row that changed since the snapshot. */
    private static boolean isConflict(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof java.sql.SQLException sql
                    && (String.valueOf(sql.getSQLState()).startsWith("40") || sql.getErrorCode() == 1020)) {
                return true;
            }
        }
        return false;
    }

    private void unit(SessionFactory factory, Random random) {
        long product = 1L + random.nextInt(PRODUCTS);
        long other = 1L + random.nextInt(PRODUCTS);
        long customer = 1L + random.nextInt(CUSTOMERS);
        int kind = random.nextInt(10);
        inTransaction(factory, session -> {
            switch (kind) {
                case 0, 1, 2, 3 -> buy(session, customer, product, other);
                case 4 -> cancel(session, customer);
                case 5 -> rename(session, customer, random.nextInt(100));
                case 6 -> refill(session, product);
                case 7 -> reports(session, product);
                case 8 -> pay(session, customer);
                default -> raise(session, product);
            }
        });
    }

    private static void buy(Session session, long customer, long first, long second) {
        Shop.Customer buyer = session.find(Shop.Customer.class, customer);
        Shop.Order order = new Shop.Order(buyer);
        for (long id : first == second ? new long[] {first} : new long[] {first, second}) {
            Shop.Product product = session.find(Shop.Product.class, id);
            product.stock--;
            product.sold++;
            order.add(product, 1);
        }
        buyer.spent = buyer.spent.add(order.total());
        session.persist(order);
    }

    private static void cancel(Session session, long customer) {
        List<Shop.Order> orders = session.createQuery(
                        "select o from Order o join fetch o.lines l join fetch l.product"
                                + " where o.customer.id = :customer and o.state = :state order by o.id",
                        Shop.Order.class)
                .setParameter("customer", customer)
                .setParameter("state", Shop.State.OPEN)
                .getResultList();
        if (!orders.isEmpty()) {
            Shop.Order order = orders.get(0);
            for (Shop.Line line : order.lines) {
                line.product.stock += line.quantity;
                line.product.sold -= line.quantity;
            }
            session.remove(order);
        }
    }

    private static void rename(Session session, long customer, int number) {
        session.find(Shop.Customer.class, customer).name = "customer " + customer + " the " + number;
    }

    private static void refill(Session session, long id) {
        Shop.Product product = session.find(Shop.Product.class, id, LockModeType.PESSIMISTIC_WRITE);
        product.stock += 5;
        product.sold -= 5;
    }

    private static void reports(Session session, long product) {
        session.createQuery("select count(o), max(o.id) from Order o where o.state = :state", Object[].class)
                .setParameter("state", Shop.State.OPEN)
                .getSingleResult();
        session.createQuery("from Product p where p.stock < :stock order by p.id", Shop.Product.class)
                .setParameter("stock", STOCK)
                .setMaxResults(5)
                .getResultList();
        session.createQuery("from Line l where l.product.id = :product", Shop.Line.class)
                .setParameter("product", product)
                .getResultList();
        session.createQuery("select p.id, p.name from Product p where p.id in :ids", Object[].class)
                .setParameter("ids", List.of(1L, 2L, product))
                .getResultList();
    }

    private static void pay(Session session, long customer) {
        session.createMutationQuery(
                        "update versioned Order o set o.state = :paid where o.customer.id = :customer and o.state = :open")
                .setParameter("paid", Shop.State.PAID)
                .setParameter("open", Shop.State.OPEN)
                .setParameter("customer", customer)
                .executeUpdate();
    }

    private static void raise(Session session, long id) {
        Shop.Product product = session.find(Shop.Product.class, id);
        product.price = product.price.add(new BigDecimal("0.05"));
        session.flush();
        session.refresh(product);
    }

    private static void requireNothingLost(Session session) {
        for (Shop.Product each :
                session.createQuery("from Product", Shop.Product.class).getResultList()) {
            if (each.stock + each.sold != STOCK) {
                throw new IllegalStateException(each.name + " has " + each.stock + " left and sold " + each.sold);
            }
        }
    }
}
