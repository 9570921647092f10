package dev.hail.mapreduce;

import java.io.IOException;

/**
 * The query of a job cannot be answered: it does not fit the schema of an input file, is written
 * down twice, or asks for something HAIL does not do. The message names the mapper class, the place
 * the query was written and the reason.
 */
public final class HailQueryException extends IOException {
  private static final long serialVersionUID = 1L;

  HailQueryException(String message) {
    super(message);
  }

  HailQueryException(String message, Throwable cause) {
    super(message, cause);
  }
}
