// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows of a key, a name and a number of their own, and their upload in small blocks. */
final class NamedRows {
  private NamedRows() {}

  static List<String> of(long seed, int count) {
    Random random = new Random(seed);
    return IntStream.range(0, count)
        .mapToObj(i -> random.nextInt(900) + ",name " + random.nextInt(300) + "," + i)
        .toList();
  }

  /**
   * Uploads rows with an index by each attribute.
   *
   * @param name attribute of the name, as a schema has it
   */
  static void put(HailShell shell, List<String> rows, String name, String path) throws Exception {
    HailShell.Result put =
        shell.runWithInput(
            String.join("\n", rows) + "\n",
            "put",
            "--parents",
            "--block-size",
            "20k",
            "--schema",
            "k INT, " + name + " STRING, at INT",
            "--index",
            "@1,@2,@3",
            "-",
            path);
    assertThat(put.code()).as("%s", put).isZero();
  }
}
