// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.namenode.Heap;
import dev.hail.namenode.space.FileSize;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceBudget;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.namenode.space.UseAccounts;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenGrantsTest {
  private static final long LIFE = 60_000;
  private static final IndexId INDEX = new IndexId(1, 5);

  private long now = 7;
  private final OpenGrants grants = new OpenGrants(new OpenGrants.Bounds(6, 3), LIFE, () -> now);

  private void put(long id, String user) throws IOException {
    grants.put(id, INDEX, "a", user);
  }

  @Test
  void grants_ofOneUser_leaveHalfToOthers() throws Exception {
    for (long id = 1; id <= 3; id++) {
      put(id, "alice");
    }
    assertThatThrownBy(() -> put(4, "alice"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "user alice has 3 grants to store pseudo replicas that no datanode has reported yet,"
                + " the most that a user may have; a grant ends when its pseudo replica is stored,"
                + " or after 60 s (hail.adaptive.use.lease)");
    put(2, "alice");
    assertThat(grants.size()).as("a second attempt takes the place of the first").isEqualTo(3);
    for (long id = 4; id <= 6; id++) {
      put(id, "bob");
    }
    assertThatThrownBy(() -> put(7, "carol"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("users have 6 grants to store pseudo replicas");
    assertThat(grants.datanodeOf(1)).as("nobody's grant made room").isEqualTo("a");
  }

  @Test
  void grant_whoseReplicaIsReportedOrThatLapsed_isFree() throws Exception {
    put(1, "alice");
    put(2, "alice");
    now += LIFE - 1;
    put(3, "alice");
    assertThat(grants.on(INDEX, "a")).isEqualTo(3);
    grants.end(3);
    grants.end(3);
    put(3, "alice");
    assertThatThrownBy(() -> put(4, "alice")).isInstanceOf(IOException.class);
    now += 1;
    put(4, "alice");
    assertThat(grants.size()).isEqualTo(2);
    assertThat(grants.datanodeOf(1)).isNull();
    assertThat(grants.on(INDEX, "a")).isEqualTo(2);
    assertThat(grants.on(INDEX, "b")).isZero();
  }

  @Test
  void grant_takenOverByOtherUser_countsForThatOne() throws Exception {
    for (long id = 1; id <= 3; id++) {
      put(id, "alice");
    }
    put(1, "bob");
    put(4, "alice");
    assertThat(grants.size()).isEqualTo(4);
    put(5, "bob");
    put(6, "bob");
    assertThatThrownBy(() -> put(2, "bob")).isInstanceOf(IOException.class);
  }

  @Test
  void grant_ofFileOfItsOwn_takesNoMoreHeapThanStated() throws Exception {
    SpaceLedger space =
        new SpaceLedger(
            new SpaceBudget(1, Long.MAX_VALUE / 2),
            1_000_000,
            new UseAccounts(1_000),
            fileId -> new FileSize(1_000, 3_000),
            id -> List.of(),
            () -> 0,
            () -> 0);
    OpenGrants all = new OpenGrants(OpenGrants.Bounds.DEFAULT, LIFE, () -> 0);
    int count = OpenGrants.Bounds.DEFAULT.ofUser();
    long before = Heap.used();
    for (int i = 0; i < count; i++) {
      IndexId index = new IndexId(i, 5);
      // A message brings the name of its user each time.
      all.put(i, index, "datanode", "alice".repeat(6));
      assertThat(space.admit(new SpaceLedger.Replica(index, i), 1).admitted()).isTrue();
    }
    long each = (Heap.used() - before) / count;
    System.out.println(each + " bytes for each open grant");
    assertThat(each).isLessThan(OpenGrants.BYTES_PER_GRANT);
    assertThat(all.size()).isEqualTo(space.promises()).isEqualTo(count);
  }
}
