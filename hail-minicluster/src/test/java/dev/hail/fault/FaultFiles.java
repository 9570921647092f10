// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fault;

import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Does at each step what a file in a directory says, so that a test can put a fault into a process
 * of its own or into another one, which may not have started yet. A file is called {@code
 * before-sort} for instance and holds one of
 *
 * <ul>
 *   <li>{@code halt}: the process ends at once, as by {@code kill -9};
 *   <li>{@code stall MILLIS}: the step waits;
 *   <li>{@code io} or {@code runtime}: the step throws.
 * </ul>
 *
 * With {@code always } in front it stays, otherwise it acts once and is then called {@code
 * fired-ID-before-sort}.
 *
 * @param <S> the steps
 */
public final class FaultFiles<S extends Enum<S>> implements StepListener<S> {
  private static final int HALTED = 71;
  private static final String FIRED = "fired-";
  private static final String FRESH = "new-";
  private static final String ALWAYS = "always ";

  private final Path directory;

  /** A listener that looks at the files of this directory, which may be missing. */
  public FaultFiles(Path directory) {
    this.directory = directory;
  }

  /** Makes a fault; an earlier one at the same point is replaced. */
  public static void arm(Path directory, boolean before, Enum<?> step, String fault)
      throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(name(before ? "before" : "after", step));
    Path fresh = directory.resolve(FRESH + file.getFileName());
    Files.writeString(fresh, fault);
    Files.move(
        fresh,
        file,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  /** Number of faults that acted so far. */
  public static long fired(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith(FIRED)).count();
    }
  }

  /** Removes the faults that have not acted. */
  public static void disarm(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        // Another thread may be about to give a fresh one its name.
        if (!name.startsWith(FIRED) && !name.startsWith(FRESH)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static String name(String when, Enum<?> step) {
    return when + "-" + step.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void before(S step) throws IOException {
    act(name("before", step));
  }

  @Override
  public void after(S step) throws IOException {
    act(name("after", step));
  }

  private void act(String point) throws IOException {
    Path file = directory.resolve(point);
    if (!Files.exists(file)) {
      return;
    }
    String fault;
    try {
      fault = Files.readString(file).trim();
      if (fault.startsWith(ALWAYS)) {
        fault = fault.substring(ALWAYS.length());
      } else {
        Files.move(file, directory.resolve(FIRED + UUID.randomUUID() + "-" + point));
      }
    } catch (NoSuchFileException takenByAnotherThread) {
      return;
    }
    act(point, fault.split(" ", 2));
  }

  private static void act(String point, String[] fault) throws IOException {
    String what = "Fault put in by a test at " + point;
    switch (fault[0]) {
      case "halt" -> Runtime.getRuntime().halt(HALTED);
      case "stall" -> stall(Long.parseLong(fault[1]));
      case "io" -> throw new IOException(what);
      case "runtime" -> throw new InjectedFault(what);
      default -> throw new IllegalStateException("Unknown fault " + fault[0] + " at " + point);
    }
  }

  private static void stall(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted in a stall put in by a test");
    }
  }
}
