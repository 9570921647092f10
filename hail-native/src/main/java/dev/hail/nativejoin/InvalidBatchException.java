package dev.hail.nativejoin;

/** A batch is of another schema than announced, or its buffers contradict each other. */
public final class InvalidBatchException extends JoinException {
  private static final long serialVersionUID = 1;

  InvalidBatchException(String message) {
    super(message);
  }

  InvalidBatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
