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
 * What HAIL is asked to do with a text: {@code uservisits/rep3/idx2} is two indexes on three
 * replicas.
 *
 * @param table whose text is uploaded
 * @param replication of HAIL's blocks; plain HDFS always has three
 * @param indexes how many attributes are indexed, at most one per replica
 */
record UploadCase(ExampleTable table, int replication, int indexes) {
  /** Replication of whatever is not HAIL. */
  static final int PLAIN_REPLICATION = 3;

  /** All cases, in the order they are shown in. */
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
   * The cases with these names or, as {@code uservisits} or {@code synthetic/rep3}, these
   * beginnings of names; in the order of {@link #ALL}.
   *
   * @throws IllegalArgumentException naming the first one that fits no case
   */
  static List<UploadCase> matching(List<String> names) {
    Set<UploadCase> wanted = new LinkedHashSet<>();
    for (String name : names) {
      List<UploadCase> found =
          ALL.stream().filter(each -> (each.name() + "/").startsWith(name + "/")).toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "there is no case " + name + "; there are " + names(ALL));
      }
      wanted.addAll(found);
    }
    return ALL.stream().filter(wanted::contains).toList();
  }

  private static String names(List<UploadCase> cases) {
    return String.join(", ", cases.stream().map(UploadCase::name).toList());
  }

  /** For example {@code uservisits/rep3/idx3}. */
  String name() {
    return tableName() + "/rep" + replication + "/idx" + indexes;
  }

  String tableName() {
    return table.name().toLowerCase(Locale.ROOT);
  }

  /** Datanodes the case needs: one for each replica. */
  int dataNodes() {
    return Math.max(replication, PLAIN_REPLICATION);
  }

  /** The attributes that are indexed: first those the thesis indexes, then others. */
  List<String> indexAttributes() {
    List<String> attributes = new ArrayList<>(table.indexAttributes());
    attributes.addAll(table == ExampleTable.USERVISITS ? MORE_USERVISITS : MORE_SYNTHETIC);
    return List.copyOf(attributes.subList(0, indexes));
  }
}
