package io.sluice.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that is replaced whole or not at all: its new content waits in a draft beside it and then
 * takes its place. It stays what it was to others. Who may read it does not change; a symbolic link
 * stays one, and what it points to is replaced; a file with several names, or of another user, is
 * filled in place. What is no regular file, such as a pipe or a device, is written to.
 */
public final class WholeFile {
  private static final int LINKS = 40; // as many as Linux follows
  private static final int KIND = 0170000; // of a file, within its mode
  private static final int PIPE = 0010000;
  private static final Set<PosixFilePermission> WRITING =
      Set.of(
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_WRITE);

  private WholeFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    void to(OutputStream out) throws IOException;
  }

  /** Writes a file whole or not at all. */
  public static void write(Path file, Content content) throws IOException {
    if (isStream(file)) {
      try (OutputStream out =
          Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
        content.to(out);
      }
      return;
    }
    Path target = followed(file);
    requireFile(target);
    Path draft = draft(target);
    try {
      try (OutputStream out = Files.newOutputStream(draft, StandardOpenOption.WRITE)) {
        content.to(out);
      }
      TemporaryFiles.unbroken(() -> publish(draft, target));
    } finally {
      TemporaryFiles.discard(draft);
    }
  }

  /**
   * Refuses a file that could not be written, without changing anything.
   *
   * @throws FileSystemException with the reason
   */
  public static void requireWritable(Path file) throws IOException {
    if (isStream(file)) {
      if (!Files.isWritable(file)) {
        throw new FileSystemException(file.toString(), null, "one that may not be written to");
      }
      return;
    }
    Path target = followed(file);
    requireFile(target);
    if (exists(target)) {
      Files.newOutputStream(target, StandardOpenOption.WRITE).close(); // nothing is cut off
    }
    TemporaryFiles.discard(draft(target));
  }

  /** The same of a folder that files will be put into, and that is made if it is not there. */
  public static void requireWritableFolder(Path folder) throws IOException {
    Path there = folder.toAbsolutePath();
    while (there.getParent() != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      boolean itself = there.equals(folder.toAbsolutePath());
      throw new FileSystemException(
          folder.toString(), null, itself ? "a file" : "a file in its way, " + there);
    }
    TemporaryFiles.discard(TemporaryFiles.draft(there));
  }

  /**
   * Whether two names are of one file, or will be once it is written; a named pipe is one, too.
   * Devices and open files such as /dev/stdout are never the same: nothing is lost if two write to
   * them.
   */
  public static boolean isSame(Path one, Path other) throws IOException {
    if (isStream(one) && !isNamedPipe(one) || isStream(other) && !isNamedPipe(other)) {
      return false;
    }
    if (Files.exists(one) && Files.exists(other)) {
      return Files.isSameFile(one, other);
    }
    return place(one).equals(place(other));
  }

  /** Where a file is or will be, the same for every name of its folder. */
  private static Path place(Path file) throws IOException {
    Path target = followed(file);
    Path folder = target.getParent();
    return folder != null && Files.isDirectory(folder)
        ? folder.toRealPath().resolve(target.getFileName())
        : target.normalize();
  }

  /** What has no content to replace: a pipe, a device, or an open file such as /dev/stdout. */
  private static boolean isStream(Path file) throws IOException {
    Path target = followed(file);
    return Files.exists(file)
        && !Files.isDirectory(file)
        && (isOpen(target) || !Files.isRegularFile(file));
  }

  /** A pipe with a name in a folder, where one end would wait for the other of the same command. */
  private static boolean isNamedPipe(Path file) throws IOException {
    return !isOpen(followed(file))
        && file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && ((int) Files.getAttribute(file, "unix:mode") & KIND) == PIPE;
  }

  /** What a symbolic link points to, be it there or not; up to what the system keeps open. */
  private static Path followed(Path file) throws IOException {
    Path at = file.toAbsolutePath();
    for (int i = 0; i < LINKS && Files.isSymbolicLink(at) && !isOpen(at); i++) {
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  private static boolean isOpen(Path path) {
    return path.startsWith("/proc") || path.startsWith("/dev/fd");
  }

  private static boolean exists(Path target) throws IOException {
    try {
      Files.readAttributes(target, java.nio.file.attribute.BasicFileAttributes.class);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static void requireFile(Path target) throws IOException {
    Path folder = target.getParent();
    if (Files.isDirectory(target) || folder == null) {
      throw new FileSystemException(target.toString(), null, "a folder");
    }
    if (!Files.isDirectory(folder)) {
      throw new FileSystemException(target.toString(), null, "no folder " + folder);
    }
    if (exists(target) && isReadOnly(target)) {
      throw new FileSystemException(target.toString(), null, "a read-only file");
    }
  }

  /** Those who may do anything may write it too, but whoever took the right away meant them. */
  private static boolean isReadOnly(Path target) throws IOException {
    return !Files.isWritable(target)
        || isPosix(target)
            && Files.getPosixFilePermissions(target).stream().noneMatch(WRITING::contains);
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Path draft(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null) {
      throw new FileSystemException(target.toString(), null, "a folder");
    }
    if (!isPosix(target) || !exists(target)) {
      return TemporaryFiles.draft(folder);
    }
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(target);
    FileAttribute<?> same = PosixFilePermissions.asFileAttribute(rights);
    Path draft = TemporaryFiles.draft(folder, same);
    Files.setPosixFilePermissions(draft, rights); // some are masked when a file is made
    return draft;
  }

  private static void publish(Path draft, Path target) throws IOException {
    if (exists(target) && !isReplaceable(draft, target)) {
      try (OutputStream out =
          Files.newOutputStream(
              target, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
        Files.copy(draft, out);
      }
      return;
    }
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Whether nobody could tell that another file has taken its place. */
  private static boolean isReplaceable(Path draft, Path target) throws IOException {
    if (!target.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return true;
    }
    return Files.getAttribute(target, "unix:nlink").equals(1)
        && same(draft, target, "unix:uid")
        && same(draft, target, "unix:gid");
  }

  private static boolean same(Path one, Path other, String attribute) throws IOException {
    return Files.getAttribute(one, attribute, LinkOption.NOFOLLOW_LINKS)
        .equals(Files.getAttribute(other, attribute));
  }
}
