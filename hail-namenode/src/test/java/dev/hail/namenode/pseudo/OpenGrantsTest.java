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
  private final OpenGrants grants = new OpenGrants(6, LIFE, () -> now);

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
                + " and 3 are left for all users; a user gets no more than are left. A grant ends"
                + " when its pseudo replica is stored, or after 60 s (hail.adaptive.use.lease)");
    put(2, "alice");
    assertThat(grants.size()).as("a second attempt takes the place of the first").isEqualTo(3);
    put(4, "bob");
    put(5, "bob");
    assertThatThrownBy(() -> put(6, "bob"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("user bob has 2 grants")
        .hasMessageContaining("1 are left for all users");
    put(6, "carol");
    assertThatThrownBy(() -> put(7, "dave"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("user dave has 0 grants")
        .hasMessageContaining("0 are left for all users");
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
    assertThatThrownBy(() -> put(2, "bob"))
        .as("two are left, that of alice among them")
        .hasMessageContaining("user bob has 2 grants");
    assertThat(grants.size()).isEqualTo(5);
    put(6, "carol");
  }

  @Test
  void grant_ofFileOfItsOwn_takesNoMoreHeapThanStated() throws Exception {
    SpaceLedger space =
        new SpaceLedger(
            new SpaceBudget(1, Long.MAX_VALUE / 2),
            1_000_000,
            new UseAccounts(1_000),
            fileId -> new FileSize(1_000, 3_000),
            (id, highestBlock, bytes) -> List.of(),
            () -> 0,
            () -> 0);
    OpenGrants all = new OpenGrants(OpenGrants.MOST, LIFE, () -> 0);
    int count = OpenGrants.MOST / 2;
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

  /** The first one takes what a user can get, and then the second one of what is left. */
  @Test
  void grants_ofColludingUsers_leaveSomeToOthers() throws Exception {
    OpenGrants all = new OpenGrants(OpenGrants.MOST, LIFE, () -> now);
    int open = 0;
    for (String user : new String[] {"mallory", "eve"}) {
      open += takeAll(all, open, user);
    }
    all.put(open, INDEX, "a", "alice");
    assertThat(all.size()).isEqualTo(open + 1);
  }

  /** Returns how many a user got. */
  private static int takeAll(OpenGrants all, int open, String user) {
    int got = 0;
    try {
      while (true) {
        all.put(open + got, INDEX, "a", user);
        got++;
      }
    } catch (IOException full) {
      return got;
    }
  }
}
