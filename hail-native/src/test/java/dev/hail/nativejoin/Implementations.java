package dev.hail.nativejoin;

import java.util.List;

/** What tests run on. */
final class Implementations {
  private Implementations() {}

  static List<Joins> all() {
    return List.of(new JavaJoins());
  }
}
