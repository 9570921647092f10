// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.job.VisitQuery;
import dev.hail.bench.load.LoadFiles.LoadFile;
import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;

/** Asks for rows of any file by {@code hail cat}, query after query, and checks the answers. */
final class Querier implements LoadClient.Work {
  private static final List<VisitQuery> QUERIES = List.of(VisitQuery.values());

  private final Configuration configuration;
  private final LoadFiles files;
  private final Latencies latencies;
  private final Random random;
  private int asked;

  /**
   * Creates a client.
   *
   * @param number from 0; clients begin with different queries
   * @param seed of the choice of files
   */
  Querier(
      Configuration configuration, LoadFiles files, Latencies latencies, int number, long seed) {
    this.configuration = configuration;
    this.files = files;
    this.latencies = latencies;
    this.random = new Random(seed + number);
    this.asked = number;
  }

  @Override
  public void once() throws IOException, InterruptedException {
    VisitQuery query = QUERIES.get(asked % QUERIES.size());
    asked++;
    LoadFile file = files.acquire(random);
    try {
      long begin = System.nanoTime();
      Answer answer = ask(query, file);
      latencies.add(query.id(), System.nanoTime() - begin);
      Answer expected = file.text().answers().get(query);
      if (!answer.equals(expected)) {
        throw new IOException(
            "hail cat --filter \""
                + query.filter()
                + "\" "
                + file.path()
                + " gives "
                + answer
                + ", but its text "
                + file.text().path()
                + " has "
                + expected);
      }
    } finally {
      files.release(file);
    }
  }

  private Answer ask(VisitQuery query, LoadFile file) throws IOException, InterruptedException {
    Answer.Sink answer = new Answer.Sink();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code = cat(answer, messages, query.filter(), file.path().toString());
    if (code != 0) {
      throw new IOException(
          "hail cat --filter \""
              + query.filter()
              + "\" "
              + file.path()
              + " ended with "
              + code
              + ": "
              + messages.toString(StandardCharsets.UTF_8).strip());
    }
    return answer.answer();
  }

  private int cat(Answer.Sink answer, ByteArrayOutputStream messages, String filter, String file)
      throws IOException, InterruptedException {
    try (PrintStream err = new PrintStream(messages, true, StandardCharsets.UTF_8)) {
      return HailCli.run(
          configuration,
          InputStream.nullInputStream(),
          answer,
          err,
          "cat",
          "--unordered",
          "--filter",
          filter,
          "--project",
          "duration",
          file);
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("hail cat of " + file + " failed", e);
    }
  }
}
