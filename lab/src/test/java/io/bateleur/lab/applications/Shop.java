package io.bateleur.lab.applications;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What {@link HibernateShop} keeps in its database. */
final class Shop {
    enum State {
        OPEN,
        PAID
    }

    @Entity(name = "Product")
    static class Product {
        @Id
        Long id;

        @Version
        int version;

        String name;
        int stock;
        int sold;

        @Column(precision = 12, scale = 2)
        BigDecimal price;

        protected Product() {}

        Product(long id, String name, int stock, BigDecimal price) {
            this.id = id;
            this.name = name;
            this.stock = stock;
            this.price = price;
        }
    }

    @Entity(name = "Customer")
    static class Customer {
        @Id
        Long id;

        @Version
        int version;

        String name;

        @Column(precision = 12, scale = 2)
        BigDecimal spent = BigDecimal.ZERO;

        protected Customer() {}

        Customer(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    @Entity(name = "Order")
    @Table(name = "orders")
    static class Order {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;

        @Version
        int version;

        @ManyToOne(fetch = FetchType.LAZY, optional = false)
        Customer customer;

        @Enumerated(EnumType.STRING)
        State state = State.OPEN;

        Instant placed = Instant.now();

        @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, orphanRemoval = true)
        List<Line> lines = new ArrayList<>();

        protected Order() {}

        Order(Customer customer) {
            this.customer = customer;
        }

        void add(Product product, int quantity) {
            lines.add(new Line(this, product, quantity));
        }

        BigDecimal total() {
            return lines.stream()
                    .map(line -> line.price.multiply(BigDecimal.valueOf(line.quantity)))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    @Entity(name = "Line")
    @Table(name = "order_line")
    static class Line {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @ManyToOne(fetch = FetchType.LAZY, optional = false)
        Order order;

        @ManyToOne(fetch = FetchType.LAZY, optional = false)
        Product product;

        int quantity;

        @Column(precision = 12, scale = 2)
        BigDecimal price;

        protected Line() {}

        Line(Order order, Product product, int quantity) {
            this.order = order;
            this.product = product;
            this.quantity = quantity;
            this.price = product.price;
        }
    }

    private Shop() {}
}
