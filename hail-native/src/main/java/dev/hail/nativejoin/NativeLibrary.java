// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/** Loads the shared library, once per JVM. */
final class NativeLibrary {
  /** System property with the path of a library to load instead of the one in the jar. */
  static final String PATH_PROPERTY = "hail.native.library";

  private static final String FILE = "libhail_native.so";

  /** The platforms that a release has libraries for; a build has the one of its own machine. */
  private static final List<String> PLATFORMS = List.of("linux-x86_64", "linux-aarch64");

  private NativeLibrary() {}

  /** Loads the library on first use of this class and remembers the failure, if any. */
  private static final class Holder {
    private static final String PROBLEM = attempt();

    /** Loads the library and returns the failure, or null on success. */
    private static String attempt() {
      try {
        load();
        return null;
      } catch (NativeLibraryMissingException e) {
        return e.getMessage();
      }
    }
  }

  /**
   * Makes sure that the library is loaded.
   *
   * @throws NativeLibraryMissingException if it cannot be loaded
   */
  static void require() {
    if (Holder.PROBLEM != null) {
      throw new NativeLibraryMissingException(Holder.PROBLEM, null);
    }
  }

  private static void load() {
    String path = System.getProperty(PATH_PROPERTY);
    if (path == null) {
      loadPacked();
    } else {
      load(Path.of(path).toAbsolutePath(), "the library that -D" + PATH_PROPERTY + " names");
    }
  }

  private static void loadPacked() {
    try (InputStream packed = NativeLibrary.class.getResourceAsStream(resource(platform()))) {
      if (packed == null) {
        throw missing(
            "the jar has "
                + packedLibraries()
                + "; build HAIL on this platform with g++, cmake and ninja (Debian: ninja-build)",
            null);
      }
      Path copy = Files.createTempFile("hail-native-", ".so");
      try {
        Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
        load(copy, "the library from the jar");
      } finally {
        // A loaded library stays usable after its file is deleted.
        Files.delete(copy);
      }
    } catch (IOException e) {
      throw missing(
          "the library cannot be unpacked into -Djava.io.tmpdir, "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e,
          e);
    }
  }

  private static String packedLibraries() {
    List<String> packed =
        PLATFORMS.stream()
            .filter(platform -> NativeLibrary.class.getResource(resource(platform)) != null)
            .toList();
    return packed.isEmpty() ? "no library" : "no library but for " + String.join(" and ", packed);
  }

  private static String resource(String platform) {
    return platform + "/" + FILE;
  }

  private static void load(Path file, String what) {
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError e) {
      throw missing(what + ", " + file + ", cannot be loaded: " + e.getMessage(), e);
    }
  }

  static NativeLibraryMissingException missing(String what, Throwable cause) {
    return new NativeLibraryMissingException(
        "No native joins on "
            + platform()
            + ": "
            + what
            + ". Joins in Java give the same answers, slower: JavaJoins for batches of Arrow,"
            + " JavaFlatJoins for flat ones",
        cause);
  }

  /** Returns the directory in the jar: operating system and processor. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch");
    return system + "-" + (processor.equals("amd64") ? "x86_64" : processor);
  }
}
