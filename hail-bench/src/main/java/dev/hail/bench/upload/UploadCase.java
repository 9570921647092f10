// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.upload;

import dev.hail.examples.ExampleTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A text with the replication and the indexes of its HAIL upload: {@code uservisits/rep3/idx2} has
 * two indexes on three replicas.
 *
 * @param table table whose text is uploaded
 * @param replication replication of HAIL's blocks; plain HDFS always has three
 * @param indexes number of indexed attributes, at most one per replica
 */
public record UploadCase(ExampleTable table, int replication, int indexes) {
  /** Replication of all systems but HAIL. */
  public static final int PLAIN_REPLICATION = 3;

  /** All cases in the order in which they are shown. */
  static final List<UploadCase> ALL = all();

  private static final List<String> MORE_USERVISITS = List.of("destURL", "searchWord", "duration");
  private static final List<String> MORE_SYNTHETIC = List.of("a4", "a5", "a6");

  private static List<UploadCase> all() {
    List<UploadCase> cases = new ArrayList<>();
    for (ExampleTable table : ExampleTable.values()) {
      for (int indexes = 0; indexes <= 3; indexes++) {
        cases.add(new UploadCase(table, 3, indexes));
      }
      cases.add(new UploadCase(table, 6, 6));
    }
    return List.copyOf(cases);
  }

  /**
   * Returns the cases whose names equal or begin with one of these, such as {@code synthetic/rep3},
   * in the order of {@link #ALL}.
   *
   * @throws IllegalArgumentException if a name fits no case; the message gives the name
   */
  public static List<UploadCase> matching(List<String> names) {
    Set<UploadCase> wanted = new LinkedHashSet<>();
    for (String name : names) {
      List<UploadCase> found =
          ALL.stream().filter(each -> (each.name() + "/").startsWith(name + "/")).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no case " + name + "; the cases are " + names(ALL));
      }
      wanted.addAll(found);
    }
    return ALL.stream().filter(wanted::contains).toList();
  }

  private static String names(List<UploadCase> cases) {
    return String.join(", ", cases.stream().map(UploadCase::name).toList());
  }

  /** Returns the name, for example {@code uservisits/rep3/idx3}. */
  public String name() {
    return tableName() + "/rep" + replication + "/idx" + indexes;
  }

  String tableName() {
    return table.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the number of datanodes that the case needs: one per replica. */
  public int dataNodes() {
    return Math.max(replication, PLAIN_REPLICATION);
  }

  /** Returns the indexed attributes: first those that the thesis indexes, then others. */
  public List<String> indexAttributes() {
    List<String> attributes = new ArrayList<>(table.indexAttributes());
    attributes.addAll(table == ExampleTable.USERVISITS ? MORE_USERVISITS : MORE_SYNTHETIC);
    return List.copyOf(attributes.subList(0, indexes));
  }
}
