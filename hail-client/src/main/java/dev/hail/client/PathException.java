// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;

/**
 * A failure that concerns one path. The message is {@code `path': what}. The remedy says what the
 * user can do about it.
 */
public class PathException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  /**
   * @param remedy what the user can do, a sentence; empty if there is nothing to add
   */
  public PathException(Object path, String what, String remedy) {
    this(path, what, remedy, null);
  }

  public PathException(Object path, String what, String remedy, Throwable cause) {
    super("`" + path + "': " + what, cause);
    this.remedy = Objects.requireNonNull(remedy, "remedy is null");
  }

  /** Returns the failure to write a path for which a quota of HDFS has no room. */
  public static PathException ofQuota(Object path, QuotaExceededException full) {
    return new PathException(
        path,
        "quota exceeded: " + firstLine(full),
        "Raise the quota (hdfs dfsadmin -setSpaceQuota or -setQuota), or remove something there.",
        full);
  }

  /**
   * Returns the first line of a message; those of a namenode have its stack below. A failure
   * without a message has the name of its class.
   */
  public static String firstLine(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage();
    return message.strip().lines().findFirst().orElseGet(() -> failure.getClass().getSimpleName());
  }

  /** What the user can do about it; may be empty. */
  public final String remedy() {
    return remedy;
  }
}
