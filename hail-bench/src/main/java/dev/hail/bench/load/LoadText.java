// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.job.VisitQuery;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * A text of UserVisits to upload, with the right answers of all queries.
 *
 * @param bytes its length
 * @param answers computed from the text, without HAIL
 */
record LoadText(Path path, long bytes, Map<VisitQuery, Answer> answers) {
  private static final int DURATION = 8;

  LoadText {
    answers = Map.copyOf(answers);
  }

  /** Reads a text and computes the answers. */
  static LoadText of(Path path) throws IOException {
    Map<VisitQuery, Answer> answers = new EnumMap<>(VisitQuery.class);
    for (VisitQuery query : VisitQuery.values()) {
      answers.put(query, Answer.NONE);
    }
    try (BufferedReader lines = Files.newBufferedReader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] visit = line.split(",", -1);
        for (VisitQuery query : VisitQuery.values()) {
          if (query.selects(visit)) {
            answers.put(query, answers.get(query).plus(Long.parseLong(visit[DURATION])));
          }
        }
      }
    }
    return new LoadText(path, Files.size(path), answers);
  }
}
