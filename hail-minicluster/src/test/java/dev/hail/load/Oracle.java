// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.format.schema.Attribute;
import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.PredicatePair;
import dev.hail.testing.RandomCase;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What files must answer, by DuckDB over the text they were made from. Thread-safe. */
public final class Oracle {
  private final Map<Content, String> known = new ConcurrentHashMap<>();

  /** The fingerprint of the whole content, as {@link LoadClient} gives it for a file. */
  String whole(Content content) throws IOException, SQLException {
    String found = known.get(content);
    if (found == null) {
      found =
          content.hail()
              ? "hail:" + rows(RandomCase.of(content.seed(), Content.MAX_ROWS))
              : "plain:" + Fingerprint.ofBytes(Content.plainBytes(content.seed()));
      known.put(content, found);
    }
    return found;
  }

  private static String rows(RandomCase text) throws IOException, SQLException {
    int[] all = text.schema().attributes().stream().mapToInt(Attribute::position).toArray();
    try (DuckDbOracle oracle = new DuckDbOracle(text)) {
      return Fingerprint.ofRows(oracle.select("true", all), text.badRowCount());
    }
  }

  /** The fingerprint of what the i-th query of a random case selects and projects. */
  String query(Content content, int i) throws IOException, SQLException {
    RandomCase text = RandomCase.of(content.seed(), Content.MAX_ROWS);
    PredicatePair predicate = text.predicate(i);
    try (DuckDbOracle oracle = new DuckDbOracle(text)) {
      return Fingerprint.ofRows(oracle.select(predicate.sql(), text.projection(i)), 0);
    }
  }
}
