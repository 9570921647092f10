package dev.hail.format.block;

import java.util.Optional;

/** Marks a signature whose body comes with the next commit. */
final class Pending {
  private Pending() {}

  @SuppressWarnings("TypeParameterUnusedInFormals")
  static <T> T body() {
    return Optional.<T>empty()
        .orElseThrow(() -> new UnsupportedOperationException("not written yet"));
  }
}
