// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import java.io.Serializable;

/**
 * The query of a job cannot be answered: it does not fit the schema of an input file, is written
 * down twice, or asks for something HAIL does not do. The message names the mapper class, the place
 * the query was written and the reason.
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
   * What does not fit.
   *
   * @param file the input file
   * @param reason why, in terms of the part and the file's schema
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

  /** What does not fit the schema of an input file; null if it is something else. */
  public Misfit misfit() {
    return misfit;
  }
}
