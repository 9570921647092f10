// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.INodeAttributeProvider.AuthorizationContext;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

final class PlainReadVetoTest {

  private static PlainReadVeto veto(String mode) {
    Configuration conf = new Configuration(false);
    conf.set(HailConfigKeys.NAMENODE_PLAIN_READS, mode);
    conf.set(HailConfigKeys.NAMENODE_PLAIN_READS_EXEMPT_USERS, "backup, copier");
    return PlainReadVeto.of(conf);
  }

  private static AuthorizationContext call(String operation, String user, String callerContext) {
    return new AuthorizationContext.Builder()
        .operationName(operation)
        .callerUgi(UserGroupInformation.createRemoteUser(user))
        .callerContext(
            callerContext == null ? null : new CallerContext.Builder(callerContext).build())
        .path("/visits")
        .build();
  }

  @Test
  void open_ofPlainClient_isRefusedAndCounted() {
    PlainReadVeto veto = veto("refuse");
    AuthorizationContext call = call("open", "bob", null);
    assertThat(veto.concerns(call)).isTrue();
    assertThatThrownBy(() -> veto.check(call))
        .isInstanceOf(AccessControlException.class)
        .hasMessageContaining("open of /visits is refused");
    assertThat(veto.refused()).isEqualTo(1);
  }

  @Test
  void open_ofPlainClientWithWarning_passesAndIsCounted() throws Exception {
    PlainReadVeto veto = veto("Warn");
    AuthorizationContext call = call("open", "bob", "spark_1");
    assertThat(veto.concerns(call)).isTrue();
    veto.check(call);
    veto.check(call);
    assertThat(veto.warned()).isEqualTo(2);
    assertThat(veto.refused()).isZero();
  }

  @Test
  void open_ofMarkedOrExemptClient_isNoConcern() {
    PlainReadVeto veto = veto("refuse");
    assertThat(veto.concerns(call("open", "bob", "spark_1,hailReader1"))).isFalse();
    assertThat(veto.concerns(call("open", "backup", null))).isFalse();
    assertThat(veto.concerns(call("open", "copier", null))).isFalse();
    assertThat(veto.concerns(call("fsckGetBlockLocations", "bob", null))).isFalse();
    assertThat(veto("allow").concerns(call("open", "bob", null))).isFalse();
  }

  @Test
  void mode_thatDoesNotExist_isRefusedWithTheThreeThatDo() {
    assertThatThrownBy(() -> veto("deny"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hail.namenode.plain-reads is deny")
        .hasMessageContaining("refuse, warn or allow");
  }
}
