package io.bateleur.core.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The file that the path of an output leads to, when links are followed.
 *
 * @param file without links at its end, whether it exists or not
 * @param direct whether to write to it where it is, because it cannot be replaced: a device, a pipe, an open file of a process
 */
public record Target(Path file, boolean direct) {
    private static final int MOST_LINKS = 40;

    public static Target of(Path path) throws IOException {
        Path file = path.toAbsolutePath();
        for (int links = 0; links <= MOST_LINKS; links++) {
            if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file) || isDescriptor(file)) {
                return new Target(file, true);
            }
            if (!Files.isSymbolicLink(file)) {
                return new Target(file, false);
            }
            file = file.resolveSibling(Files.readSymbolicLink(file));
        }
        throw new FileSystemLoopException(path.toString());
    }

    /** {@code /dev/stdout} may lead to a plain file; whoever opened that goes on writing to it, so it must not be replaced. */
    private static boolean isDescriptor(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder == null || !folder.endsWith("fd") || !Files.isDirectory(folder)) {
            return false;
        }
        return folder.equals(Path.of("/dev/fd")) || folder.toRealPath().startsWith("/proc");
    }

    /** Opens the file where it is; what is in it already stays. */
    OutputStream append() throws IOException {
        return Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** Creates, or empties, a file that is to replace this one: whoever could not read the old one cannot read the new one. */
    public void createReplacement(Path replacement) throws IOException {
        Optional<Set<PosixFilePermission>> mode = mode();
        FileAttribute<?>[] attributes = mode.map(
                        each -> new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(each)})
                .orElse(new FileAttribute<?>[0]);
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        Files.newByteChannel(replacement, options, attributes).close();
        if (mode.isPresent()) { // the umask takes away what the old file may have
            Files.setPosixFilePermissions(replacement, mode.get());
        }
    }

    private Optional<Set<PosixFilePermission>> mode() throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view == null || !Files.exists(file)
                ? Optional.empty()
                : Optional.of(view.readAttributes().permissions());
    }
}
