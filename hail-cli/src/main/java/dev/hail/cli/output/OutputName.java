// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.client.PathException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a local output, and what it stands for. */
final class OutputName {
  /** As many as Linux follows. */
  private static final int MOST_LINKS = 40;

  /** Folders whose entries are open files of a process, on Linux; /dev/fd leads there. */
  private static final Pattern DESCRIPTORS = Pattern.compile("/proc/([0-9]+)(/task/[0-9]+)?/fd");

  /** What /proc says of how a descriptor was opened, in octal digits. */
  private static final Pattern FLAGS = Pattern.compile("flags:\\s*([0-7]+)");

  private static final int ACCESS_MODE = 3;
  private static final int READ_ONLY = 0;

  private static final String STANDARD_OUTPUT_DESCRIPTOR = "1";

  private final String name;

  OutputName(String name) {
    this.name = name;
  }

  LocalOutput find(NamedStream standardOutput) throws IOException {
    if (name.isEmpty()) {
      throw refused("is no name of a file", "`-' is standard output.", null);
    }
    try {
      Path given = Path.of(name);
      PosixFileAttributes there = attributes(given);
      if (there == null ? name.endsWith("/") : there.isDirectory()) {
        throw refused("Is a directory", "Name a file in it.", null);
      }
      if (name.endsWith("/")) {
        throw refused("Not a directory", "", null);
      }
      Path target = followed(given);
      if (isDescriptor(target)) {
        checkWritable(target);
        boolean own = target.startsWith("/proc/" + ProcessHandle.current().pid());
        return own && target.endsWith(STANDARD_OUTPUT_DESCRIPTOR)
            ? new StreamOutput(standardOutput)
            : new StreamOutput(this, given, there != null && there.isRegularFile());
      }
      if (there != null && !there.isRegularFile()) {
        return new StreamOutput(this, given, false);
      }
      return new FileOutput(this, target, there);
    } catch (InvalidPathException wrong) {
      throw refused(wrong.getReason(), "", wrong);
    } catch (FileSystemException failure) {
      throw refused(failure);
    }
  }

  /** Returns what the system says of a path, links followed; null if nothing is there. */
  private static PosixFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, PosixFileAttributes.class);
    } catch (NoSuchFileException free) {
      return null;
    }
  }

  /**
   * Returns where the last of a chain of links points, whether something is there or not. Links of
   * /proc point to names that are none, so what stands for a descriptor is the end of a chain.
   */
  private static Path followed(Path given) throws IOException {
    Path at = given.toAbsolutePath();
    for (int links = 0; links <= MOST_LINKS; links++) {
      Path folder = at.getParent().toRealPath();
      at = folder.resolve(at.getFileName());
      if (isDescriptor(at) || !Files.isSymbolicLink(at)) {
        return at;
      }
      at = folder.resolve(Files.readSymbolicLink(at));
    }
    throw new FileSystemException(given.toString(), null, "Too many levels of symbolic links");
  }

  private static boolean isDescriptor(Path path) {
    return DESCRIPTORS.matcher(path.getParent().toString()).matches();
  }

  /**
   * Refuses a descriptor that is not open for writing. This process has some of its own, such as
   * those of its jars, and a path of /proc would open the file behind one anew.
   */
  private void checkWritable(Path descriptor) throws IOException {
    Path information =
        descriptor.getParent().resolveSibling("fdinfo").resolve(descriptor.getFileName());
    try {
      for (String line : Files.readAllLines(information)) {
        Matcher flags = FLAGS.matcher(line);
        if (flags.matches() && (Integer.parseInt(flags.group(1), 8) & ACCESS_MODE) != READ_ONLY) {
          return;
        }
      }
    } catch (NoSuchFileException closed) {
      throw refused("Bad file descriptor", "", closed);
    }
    throw refused("Bad file descriptor", "", null);
  }

  /** The name as messages show it. */
  String quoted() {
    return "`" + name + "'";
  }

  /** Returns a failure with what the user can do about it. */
  PathException refused(String reason, String remedy, Exception cause) {
    return new PathException(name, reason, remedy, cause);
  }

  /** Returns a failure of the system. */
  PathException refused(FileSystemException failure) {
    return refused(reason(failure), "", failure);
  }

  /** Returns why the system refused something, in the words of a shell. */
  static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "No such file or directory";
    }
    if (failure instanceof AccessDeniedException) {
      return "Permission denied";
    }
    return failure.getReason() == null ? failure.toString() : failure.getReason();
  }
}
