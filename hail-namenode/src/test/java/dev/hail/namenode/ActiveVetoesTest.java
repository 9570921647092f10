// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;

/** Whether a namenode guards HAIL files, and what an operator is told to set. */
class ActiveVetoesTest {
  private static final String PERMISSIONS = "dfs.permissions.enabled";
  private static final String SET_PROVIDER =
      "dfs.namenode.inode.attributes.provider.class to " + HailAttributeProvider.class.getName();

  private static final String RESTART = ", and restart the namenode";

  private final Configuration conf = new HdfsConfiguration();

  private ActiveVetoes withProvider() {
    HailAttributeProvider provider = new HailAttributeProvider();
    provider.setConf(conf);
    return ActiveVetoes.of(provider, conf);
  }

  private ActiveVetoes withoutProvider() {
    return ActiveVetoes.of(null, conf);
  }

  @Test
  void namenode_withProviderAndPermissions_vetoes() {
    assertThat(withProvider().asked()).isTrue();
    assertThat(withProvider().remedy()).isEmpty();
  }

  @Test
  void namenode_withPermissionsOff_namesThatSettingAlone() {
    conf.setBoolean(PERMISSIONS, false);
    assertThat(withProvider().asked()).isFalse();
    assertThat(withProvider().remedy()).isEqualTo("set " + PERMISSIONS + " to true" + RESTART);
  }

  @Test
  void namenode_withPermissionsOffByOldKey_namesThatSettingAlone() {
    conf.setBoolean("dfs.permissions", false);
    assertThat(withProvider().remedy()).isEqualTo("set " + PERMISSIONS + " to true" + RESTART);
  }

  @Test
  void namenode_withoutProvider_namesItsClass() {
    assertThat(withoutProvider().asked()).isFalse();
    assertThat(withoutProvider().remedy()).isEqualTo("set " + SET_PROVIDER + RESTART);
  }

  @Test
  void namenode_withNeither_namesBoth() {
    conf.setBoolean(PERMISSIONS, false);
    assertThat(withoutProvider().remedy())
        .isEqualTo("set " + SET_PROVIDER + " and " + PERMISSIONS + " to true" + RESTART);
  }
}
