// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

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
 * Identity of one upload, which is part of the name of its temporary folder. It names the process,
 * so that a later upload can tell whether that process still lives.
 *
 * @param host host of the process; on Linux also its namespace of process ids
 * @param pid id of the process on that host
 * @param startSecond start of the process in seconds since 1970, because systems reuse process ids;
 *     0 if unknown
 * @param nonce differs between the uploads of one process
 */
public record UploadName(String host, long pid, long startSecond, String nonce) {
  private static final String PREFIX = ".hail-put-";
  private static final int PARTS = 4;

  /**
   * Whether a directory is the temporary folder of an upload, which holds blocks on their way.
   *
   * @param directory the last component of its path
   */
  public static boolean isFolder(String directory) {
    return directory.startsWith(PREFIX);
  }

  static UploadName ofThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    String nonce = Long.toString(ThreadLocalRandom.current().nextLong(1L << 48), 36);
    return new UploadName(thisHost(), self.pid(), startSecond(self), nonce);
  }

  /**
   * Parses the name of a folder of a user.
   *
   * @return null if the folder is not the temporary folder of an upload of this user
   */
  static UploadName parse(String folder, String user) {
    if (!folder.startsWith(prefix(user))) {
      return null;
    }
    List<String> parts = List.of(folder.substring(prefix(user).length()).split("~", -1));
    if (parts.size() != PARTS || !isNumber(parts.get(1)) || !isNumber(parts.get(2))) {
      return null;
    }
    return new UploadName(
        parts.get(0), Long.parseLong(parts.get(1)), Long.parseLong(parts.get(2)), parts.get(3));
  }

  /** The prefix of all temporary folders of a user. */
  static String prefix(String user) {
    return PREFIX + safe(user) + "-";
  }

  /** The name of the upload's folder. */
  String folder(String user) {
    return prefix(user) + String.join("~", host, "" + pid, "" + startSecond, nonce);
  }

  /** Whether the process has certainly ended, which only its own host can see. */
  boolean isGone() {
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
