package dev.hail.format.predicate;

import dev.hail.format.schema.Schema;

final class PredicateParser {
  private final String text;

  PredicateParser(String text, Schema schema) {
    this.text = text;
  }

  Predicate parse() {
    if (!text.isBlank()) {
      throw new PredicateException(text, 0, "not built yet");
    }
    return new Predicate.True();
  }
}
