// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;

/**
 * The texts of one file or directory that an argument names, or of standard input.
 *
 * @param shown what the user wrote; the path of a match if a pattern has several
 * @param location the file or directory, with its scheme; null for standard input
 * @param texts in order; empty for a directory without files to read
 * @param skipped what else a directory holds, in order
 */
public record NamedTexts(
    String shown, Path location, List<TextSource> texts, List<SkippedPath> skipped) {
  public NamedTexts {
    Objects.requireNonNull(shown, "shown is null");
    texts = List.copyOf(texts);
    skipped = List.copyOf(skipped);
  }

  /** What is left out for another reason than a hidden name, which users may not expect. */
  public List<SkippedPath> unexpectedlySkipped() {
    return skipped.stream().filter(each -> each.reason() != SkippedPath.Reason.HIDDEN).toList();
  }
}
