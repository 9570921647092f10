// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Name of a file or directory that a command writes beside its target until it is whole. It names
 * the process, so that a later command can tell whether that process still lives.
 *
 * @param command last word of the command that writes it, such as {@code put}
 * @param host host of the process; on Linux also its namespace of process ids
 * @param pid id of the process on that host
 * @param startSecond start of the process in seconds since 1970, because systems reuse process ids;
 *     0 if unknown
 * @param nonce differs between the names of one process
 */
public record TemporaryName(String command, String host, long pid, long startSecond, String nonce) {
  private static final String PREFIX = ".hail-";
  private static final int PARTS = 4;

  /** Whether a text is a name that a command makes, for any user. */
  public static boolean isOf(String command, String text) {
    return text.startsWith(PREFIX + command + "-");
  }

  /** Makes a name that nothing has. */
  public static TemporaryName ofThisProcess(String command) {
    ProcessHandle self = ProcessHandle.current();
    String nonce = Long.toString(ThreadLocalRandom.current().nextLong(1L << 48), 36);
    return new TemporaryName(command, thisHost(), self.pid(), startSecond(self), nonce);
  }

  /**
   * Parses the name of what a command of a user writes.
   *
   * @return null if no such command makes that name
   */
  public static TemporaryName parse(String text, String command, String user) {
    String prefix = prefix(command, user);
    if (!text.startsWith(prefix)) {
      return null;
    }
    List<String> parts = List.of(text.substring(prefix.length()).split("~", -1));
    if (parts.size() != PARTS || !isNumber(parts.get(1)) || !isNumber(parts.get(2))) {
      return null;
    }
    return new TemporaryName(
        command,
        parts.get(0),
        Long.parseLong(parts.get(1)),
        Long.parseLong(parts.get(2)),
        parts.get(3));
  }

  /** The prefix of all names that a command makes for a user. */
  public static String prefix(String command, String user) {
    return PREFIX + command + "-" + safe(user) + "-";
  }

  /** Returns the name as text. */
  public String text(String user) {
    return prefix(command, user) + String.join("~", host, "" + pid, "" + startSecond, nonce);
  }

  /** Whether the process has certainly ended, which only its own host can see. */
  public boolean isGone() {
    return host.equals(thisHost()) && ProcessHandle.of(pid).isEmpty();
  }

  /**
   * Whether this host can see the process running. A process of the same id but another start is
   * neither running nor gone. It may be another process, or the same one after the clock was set.
   */
  boolean isRunning() {
    return host.equals(thisHost())
        && ProcessHandle.of(pid)
            .filter(process -> startSecond == 0 || startSecond(process) == startSecond)
            .isPresent();
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,18}");
  }

  private static String safe(String text) {
    return text.replaceAll("[^A-Za-z0-9_.-]", "_");
  }

  /** Containers may share the name of their host, but not its process ids. */
  private static String thisHost() {
    return hostName() + processNamespace();
  }

  private static String hostName() {
    try {
      return safe(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException unnamed) {
      return "unknown";
    }
  }

  private static String processNamespace() {
    try {
      String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
      return "_" + namespace.replaceAll("\\D", "");
    } catch (IOException | UnsupportedOperationException notLinux) {
      return "";
    }
  }

  private static long startSecond(ProcessHandle process) {
    Optional<Instant> start = process.info().startInstant();
    return start.map(Instant::getEpochSecond).orElse(0L);
  }
}
