// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A path below a source that is not loaded with it. */
public record SkippedPath(String path, Reason reason) {
  /** More paths are counted, not listed. */
  private static final int MOST_LISTED = 20;

  public SkippedPath {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(reason, "reason is null");
  }

  /** Why a path is left out. */
  public enum Reason {
    /** The name begins with {@code .} or {@code _}. */
    HIDDEN("hidden"),
    /** Neither a file nor a directory: reading it may never end. */
    NO_FILE("a pipe, socket or device"),
    /** A link to itself or to a directory above it. */
    CIRCLE("a link in a circle");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  /** Lists paths with their reasons, in one line; a number stands for all but the first few. */
  public static String list(List<SkippedPath> skipped) {
    String listed =
        skipped.stream()
            .limit(MOST_LISTED)
            .map(each -> "`" + each.path + "' (" + each.reason.words + ")")
            .collect(Collectors.joining(", "));
    int others = skipped.size() - MOST_LISTED;
    return others > 0 ? listed + " and " + others + " more" : listed;
  }
}
