// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import java.io.Serializable;

/**
 * The query of a job cannot be answered: it does not fit the schema of an input file, is declared
 * twice, or asks for something HAIL does not do. The message names the mapper class, where the
 * query was written, and the reason.
 */
public final class HailQueryException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Misfit misfit;

  /** The part of a query that does not fit a file. */
  public enum Part {
    /** The condition for rows. */
    FILTER,
    /** The attributes to read. */
    PROJECTION
  }

  /**
   * Describes a part of a query that does not fit a file.
   *
   * @param file the input file
   * @param part the part of the query
   * @param reason why the part does not fit the file's schema
   */
  public record Misfit(Part part, String file, String reason) implements Serializable {}

  HailQueryException(String message) {
    super(message);
    misfit = null;
  }

  HailQueryException(String message, Throwable cause) {
    super(message, cause);
    misfit = null;
  }

  HailQueryException(String message, Misfit misfit, Throwable cause) {
    super(message, cause);
    this.misfit = misfit;
  }

  /** Returns what does not fit the schema of an input file; null if the cause is another one. */
  public Misfit misfit() {
    return misfit;
  }
}
