package io.sluice.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files that are there only while this process works: one folder of its own in the temporary folder
 * of this machine, and drafts beside the files that they become.
 *
 * <p>A process that ends, by itself or by a signal, removes them. One that is killed cannot; the
 * next process of the same user removes what it left. A lock on a file in the folder tells the
 * living from the dead: the operating system gives it up with the process, whatever ends it. Drafts
 * are noted in the folder, so that the next process finds them too.
 */
public final class TemporaryFiles {
  private static final String PREFIX = "sluice-";
  private static final String UNIQUE = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final String LOCK = "lock";
  private static final String NOTE = "draft-";
  private static final int ATTEMPTS = 100;

  /** What DuckDB's driver unpacks into the temporary folder itself, to load it. */
  private static final String LIBRARY = "libduckdb_java[0-9]+\\.so";

  /** A younger library may not have been loaded yet. */
  private static final Duration UNPACKED = Duration.ofMinutes(1);

  /** Drafts, and where they are noted, if they could be. */
  private static final Map<Path, @Nullable Path> DRAFTS = new HashMap<>();

  private static @Nullable Root root;
  private static boolean hooked;
  private static boolean ending;

  private record Root(Path folder, FileChannel lock) {}

  private TemporaryFiles() {}

  /** Something to do that a signal does not cut in two. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  /**
   * The folder of this process, made when it is first asked for. Nobody else can read it.
   *
   * @throws IOException if there is no temporary folder that can be written to
   */
  public static synchronized Path folder() throws IOException {
    requireGoingOn();
    if (root == null) {
      hook();
      Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
      root = claim(parent);
      sweep(parent, root.folder());
    }
    return root.folder();
  }

  /** A new folder in {@link #folder()}; whoever asked for it removes it when done. */
  public static synchronized Path folder(String purpose) throws IOException {
    return Files.createDirectory(folder().resolve(purpose + "-" + UUID.randomUUID()));
  }

  /**
   * A new and empty file in a folder, to be filled and then moved to its place, or removed.
   *
   * @param attributes what it has from the beginning, such as who may read it
   */
  static synchronized Path draft(Path beside, FileAttribute<?>... attributes) throws IOException {
    requireGoingOn();
    hook();
    Path draft = beside.resolve("." + PREFIX + UUID.randomUUID());
    @Nullable Path note = null;
    try {
      note = folder().resolve(NOTE + UUID.randomUUID());
      Files.writeString(note, draft.toString());
    } catch (IOException e) {
      note = null; // without a temporary folder, a draft is still removed unless we are killed
    }
    DRAFTS.put(draft, note);
    try {
      return Files.createFile(draft, attributes);
    } catch (IOException e) {
      discard(draft);
      throw e;
    }
  }

  /** Removes a draft, unless it has been moved to its place. */
  static synchronized void discard(Path draft) throws IOException {
    Files.deleteIfExists(draft);
    Path note = DRAFTS.remove(draft);
    if (note != null) {
      Files.deleteIfExists(note);
    }
  }

  /** Does something that is done whole before the process ends, or not at all. */
  public static synchronized void unbroken(Work work) throws IOException {
    requireGoingOn();
    work.run();
  }

  /** Whether a signal has told the process to end; what goes wrong from then on is no news. */
  public static synchronized boolean isEnding() {
    return ending;
  }

  /**
   * Removes a file, or a folder with all that is in it, even if others add or remove files at the
   * same time; links are not followed.
   */
  public static void remove(Path path) throws IOException {
    for (int i = 1; Files.exists(path, LinkOption.NOFOLLOW_LINKS); i++) {
      try {
        removeOnce(path);
      } catch (DirectoryNotEmptyException | NoSuchFileException e) {
        if (i == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void removeOnce(Path path) throws IOException {
    List<Path> all = new ArrayList<>(List.of(path));
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.walk(path)) {
        all = files.sorted(Comparator.reverseOrder()).toList();
      } catch (java.io.UncheckedIOException e) {
        throw e.getCause();
      }
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  private static void requireGoingOn() throws IOException {
    if (ending) {
      throw new IOException("the process is ending");
    }
  }

  private static void hook() {
    if (!hooked) {
      Runtime.getRuntime().addShutdownHook(new Thread(TemporaryFiles::end, "sluice-end"));
      hooked = true;
    }
  }

  /** Others may still be writing into the folder; once it is gone they cannot. */
  private static synchronized void end() {
    ending = true;
    for (Path draft : List.copyOf(DRAFTS.keySet())) {
      try {
        discard(draft);
      } catch (IOException e) {
        // the next process tries again
      }
    }
    if (root != null) {
      try {
        remove(root.folder());
      } catch (IOException e) {
        // the next process tries again
      }
    }
  }

  /** Makes a folder and locks it; a new one if another process took it for a dead one's. */
  private static Root claim(Path parent) throws IOException {
    FileAttribute<?>[] own =
        parent.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    for (int i = 0; i < ATTEMPTS; i++) {
      // Not Files.createTempDirectory, which reads java.io.tmpdir once and for all.
      Path made = Files.createDirectory(parent.resolve(PREFIX + UUID.randomUUID()), own);
      try {
        FileChannel lock =
            FileChannel.open(
                made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (locked(lock)) {
          return new Root(made, lock);
        }
        lock.close();
      } catch (NoSuchFileException e) {
        // it was removed before it could be locked
      }
    }
    throw new IOException("no folder of its own in " + parent);
  }

  private static boolean locked(FileChannel file) throws IOException {
    return file.tryLock() != null;
  }

  /** Removes what dead processes of the same user have left. */
  private static void sweep(Path parent, Path own) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      Object user = Files.getOwner(own);
      for (Path folder : folders) {
        if (!folder.equals(own)
            && folder.getFileName().toString().matches(PREFIX + UNIQUE)
            && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && user.equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))) {
          bury(folder);
        }
      }
      sweepLibraries(parent, user);
    } catch (IOException | java.io.UncheckedIOException | UnsupportedOperationException e) {
      // what cannot be removed is left to the next process
    }
  }

  /**
   * A loaded library needs its file no more, and whoever loads it removes it ({@link
   * #removeLoaded}): what is left was never loaded, or by a process that could not.
   */
  private static void sweepLibraries(Path parent, Object user) throws IOException {
    Instant before = Instant.now().minus(UNPACKED);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(parent, "libduckdb_java*.so")) {
      for (Path file : files) {
        if (file.getFileName().toString().matches(LIBRARY)
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && Files.getLastModifiedTime(file).toInstant().isBefore(before)
            && user.equals(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS))) {
          removeQuietly(file);
        }
      }
    }
  }

  private static void removeQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // where it is in use, as Windows has it
    }
  }

  /**
   * Removes the copy of DuckDB's library that this process has loaded, which it goes on working
   * without; where the system does not say what is loaded, the driver does when the process ends.
   */
  public static void removeLoaded() {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      maps.map(line -> line.substring(line.indexOf('/') + 1))
          .filter(file -> file.matches("(.*/)?" + LIBRARY))
          .distinct()
          .forEach(file -> removeQuietly(Path.of("/" + file)));
    } catch (IOException | java.io.UncheckedIOException e) {
      // a system without such a file, or a name that is no text
    }
  }

  /** Copies of DuckDB's library that are there now, whoever unpacked them. */
  public static Set<Path> libraries() {
    Set<Path> found = new HashSet<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(parentOfFolder(), "libduckdb_java*.so")) {
      for (Path file : files) {
        if (file.getFileName().toString().matches(LIBRARY)) {
          found.add(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // then there is nothing to tell apart
    }
    return found;
  }

  /**
   * Removes the copy that this process could not finish, as on a full disk: the one that was not
   * there before. Of several, others may be at work on theirs, so all stay for a later start.
   */
  public static void removeUnfinished(Set<Path> before) {
    Set<Path> made = libraries();
    made.removeAll(before);
    if (made.size() == 1) {
      made.forEach(TemporaryFiles::removeQuietly);
    }
  }

  private static synchronized Path parentOfFolder() throws IOException {
    return folder().resolveSibling("");
  }

  private static void bury(Path folder) {
    try (FileChannel lock =
        FileChannel.open(
            folder.resolve(LOCK), Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
      if (locked(lock)) {
        buryDrafts(folder);
        remove(folder);
      }
    } catch (NoSuchFileException e) {
      try {
        Files.delete(folder); // killed before it could lock it, so it is empty
      } catch (IOException other) {
        // it is not
      }
    } catch (IOException e) {
      // not ours to remove
    }
  }

  private static void buryDrafts(Path folder) throws IOException {
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, NOTE + "*")) {
      for (Path note : notes) {
        Path draft = Path.of(Files.readString(note));
        Path name = draft.getFileName();
        if (name != null && name.toString().matches("\\." + PREFIX + UNIQUE)) {
          Files.deleteIfExists(draft);
        }
      }
    } catch (NotDirectoryException | java.nio.file.InvalidPathException e) {
      // nothing that was noted by one of us
    }
  }
}
