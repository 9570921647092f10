package dev.hail.client.upload;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Identity of one upload, which is part of the name of its temporary folder. It names the process,
 * so that a later upload can tell whether that process still lives.
 *
 * @param host host of the process
 * @param pid id of the process on that host
 * @param startSecond when the process began, in seconds since 1970, because ids are used again; 0
 *     if unknown
 * @param nonce tells uploads of one process apart
 */
record UploadName(String host, long pid, long startSecond, String nonce) {
  private static final String PREFIX = ".hail-put-";
  private static final int PARTS = 4;

  static UploadName ofThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    String nonce = Long.toString(ThreadLocalRandom.current().nextLong(1L << 48), 36);
    return new UploadName(thisHost(), self.pid(), startSecond(self), nonce);
  }

  /**
   * The upload a folder of a user belongs to.
   *
   * @return null if the folder has another kind of name
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

  /** Begin of the names of all folders of a user. */
  static String prefix(String user) {
    return PREFIX + safe(user) + "-";
  }

  /** Name of the upload's folder. */
  String folder(String user) {
    return prefix(user) + String.join("~", host, "" + pid, "" + startSecond, nonce);
  }

  boolean isOfThisHost() {
    return host.equals(thisHost());
  }

  /** Whether the process still runs; only to be asked on its own host. */
  boolean isRunning() {
    return ProcessHandle.of(pid)
        .map(process -> startSecond == 0 || startSecond(process) == startSecond)
        .orElse(false);
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,18}");
  }

  private static String safe(String text) {
    return text.replaceAll("[^A-Za-z0-9_.-]", "_");
  }

  private static String thisHost() {
    try {
      return safe(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException unnamed) {
      return "unknown";
    }
  }

  private static long startSecond(ProcessHandle process) {
    Optional<Instant> start = process.info().startInstant();
    return start.map(Instant::getEpochSecond).orElse(0L);
  }
}
