package dev.hail.nativejoin;

/** A column is of a type that joins do not take. */
public final class UnsupportedTypeException extends JoinException {
  private static final long serialVersionUID = 1;

  UnsupportedTypeException(String message) {
    super(message);
  }
}
