// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.io.IOException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.ipc.CallerContext;

/**
 * The mark by which a namenode tells HAIL's readers from plain clients: a field in the caller
 * context, which HDFS sends with every call. Whoever sets it promises to read each block from one
 * replica. It guards against mistakes and not against malice, as anybody may set it.
 */
public final class CallerMark {
  /**
   * Letters and a digit alone: no separator of a cluster cuts it, and routers, which keep one field
   * of each {@code key:value}, pass it on.
   */
  static final String FIELD = "hailReader1";

  private static final String SEPARATOR = ",";

  private CallerMark() {}

  /** A call of a namenode. */
  @FunctionalInterface
  public interface Call<T> {
    T call() throws IOException;
  }

  /** Makes a call with the mark behind what the thread's caller context says, and restores that. */
  public static <T> T marked(Call<T> call) throws IOException {
    CallerContext before = CallerContext.getCurrent();
    CallerContext.setCurrent(with(before));
    try {
      return call.call();
    } finally {
      CallerContext.setCurrent(before);
    }
  }

  private static CallerContext with(CallerContext before) {
    if (before == null || !before.isContextValid()) {
      return new CallerContext.Builder(FIELD).build();
    }
    return new CallerContext.Builder(before.getContext() + SEPARATOR + FIELD)
        .setSignature(before.getSignature())
        .build();
  }

  /**
   * Whether a caller context has the mark as one of its fields.
   *
   * @param context null for a caller without any
   * @param separator what this cluster writes between fields, beside the comma
   */
  public static boolean isIn(CallerContext context, String separator) {
    return context != null
        && context.isContextValid()
        && Stream.of(context.getContext().split(SEPARATOR, -1))
            .flatMap(
                part ->
                    separator.isEmpty()
                        ? Stream.of(part)
                        : Stream.of(part.split(Pattern.quote(separator), -1)))
            .anyMatch(FIELD::equals);
  }
}
