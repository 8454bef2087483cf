package io.bateleur.recorder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Encrypted sockets from files in PEM, as most tools write them. */
public final class Tls {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    /**
     * Sockets of a receiver.
     *
     * @param certificate its own and those behind it
     * @param key of the first, in PKCS 8
     */
    public static ServerSocketFactory receiver(Path certificate, Path key) throws IOException {
        try {
            KeyStore store = empty();
            Certificate[] chain = certificates(certificate).toArray(new Certificate[0]);
            store.setKeyEntry("receiver", privateKey(key), NO_PASSWORD, chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(certificate + " and " + key + " do not make a receiver: " + e.getMessage(), e);
        }
    }

    /** Sockets that trust these certificates and no others. */
    public static SocketFactory trusting(Path certificates) throws IOException {
        try {
            KeyStore store = empty();
            int number = 0;
            for (Certificate each : certificates(certificates)) {
                store.setCertificateEntry("trusted-" + number++, each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(certificates + " cannot be trusted: " + e.getMessage(), e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(Path file) throws GeneralSecurityException, IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<Certificate> all = List.copyOf(
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes)));
        if (all.isEmpty()) {
            throw new IOException(file + " holds no certificate, expected one in PEM");
        }
        return all;
    }

    private static PrivateKey privateKey(Path file) throws GeneralSecurityException, IOException {
        Matcher key = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        if (!key.find()) {
            throw new IOException(file + " holds no private key in PKCS 8, expected -----BEGIN PRIVATE KEY-----"
                    + " (openssl pkcs8 -topk8 -nocrypt makes it of others)");
        }
        PKCS8EncodedKeySpec encoded =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(key.group(1)));
        for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (InvalidKeySpecException e) {
                // It is of another kind.
            }
        }
        throw new IOException(file + " holds a private key that is neither RSA nor EC nor Ed25519");
    }
}
