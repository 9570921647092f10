// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.testing.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any replica opens with the Arrow IPC file reader of another language, and is as specified. */
class PyarrowTest {
  private static final int TABLES = 6;

  @Test
  void everyReplica_readByPyarrow_hasItsRows(@TempDir Path folder) throws Exception {
    int blocks = 0;
    int rows = 0;
    for (int seed = 0; seed < TABLES; seed++) {
      Random random = new Random(seed);
      RandomTable table = RandomTable.of(random, seed == 0 ? 0 : random.nextInt(1500));
      byte[] block = table.build(BlockOptions.of().withPartitionRows(100));
      for (int attribute = 0; attribute <= table.schema().size(); attribute += 3) {
        byte[] replica = attribute == 0 ? block : BlockSorter.sort(block, block.length, attribute);
        List<List<Object>> expected = attribute == 0 ? table.rows() : table.sortedBy(attribute);
        String name = "table" + seed + "-by" + attribute;
        Files.write(folder.resolve(name + ".hail"), replica);
        Files.writeString(folder.resolve(name + ".json"), json(table, expected));
        blocks++;
        rows += expected.size();
      }
    }
    assertThat(Python.withPyarrow(folder).runResource("read_blocks.py", folder.toString()))
        .isEqualTo(blocks + " blocks, " + rows + " rows equal");
  }

  /** The script knows docs/format.md only: front, index and content hash are as written there. */
  @Test
  void block_checkedBySpecificationAlone_isSound(@TempDir Path folder) throws Exception {
    int blocks = 0;
    for (int seed = 100; seed < 110; seed++) {
      Random random = new Random(seed);
      RandomTable table = RandomTable.of(random, seed == 100 ? 0 : random.nextInt(300));
      byte[] block = table.build(BlockOptions.of(3, 1).withPartitionRows(1 + random.nextInt(30)));
      for (int attribute = 0; attribute <= table.schema().size(); attribute += 3) {
        byte[] replica = attribute == 0 ? block : BlockSorter.sort(block, block.length, attribute);
        Files.write(folder.resolve(seed + "-" + attribute + ".hail"), replica);
        blocks++;
      }
    }
    for (String golden : List.of("v1-unsorted.hail", "v1-by-5.hail", "v1-by-10.hail")) {
      try (var resource = PyarrowTest.class.getResourceAsStream("/golden/" + golden)) {
        Files.write(folder.resolve(golden), resource.readAllBytes());
      }
      blocks++;
    }
    assertThat(Python.of(folder).runResource("check_format.py", folder.toString()))
        .isEqualTo(blocks + " blocks as specified");
  }

  private static String json(RandomTable table, List<List<Object>> rows) {
    StringBuilder json = new StringBuilder("{\"columns\": [");
    for (int i = 0; i < table.schema().size(); i++) {
      List<String> values = new ArrayList<>();
      for (List<Object> row : rows) {
        values.add(rendered(row.get(i)));
      }
      var attribute = table.schema().attribute(i + 1);
      json.append(i == 0 ? "" : ",\n")
          .append("{\"name\": " + quoted(attribute.name()))
          .append(", \"type\": " + quoted(attribute.type().toSql()))
          .append(", \"values\": [" + String.join(",", values) + "]}");
    }
    return json.append("]}").toString();
  }

  private static String rendered(Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof Float f) {
      return quoted(bits(f));
    } else if (value instanceof Double d) {
      return quoted(bits(d));
    }
    return quoted(value.toString());
  }

  private static String bits(double value) {
    return String.format(Locale.ROOT, "%016x", Double.doubleToLongBits(value));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c > '~') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
