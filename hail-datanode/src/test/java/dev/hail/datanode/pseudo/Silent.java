// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.protocol.ReplicaInfo;

/** Tells no namenode of the replicas that come and go. */
final class Silent implements PseudoReplicas.Listener {
  @Override
  public void found(String blockPoolId, ReplicaInfo replica) {}

  @Override
  public void stored(String blockPoolId, ReplicaInfo replica) {}

  @Override
  public void gone(String blockPoolId, long id) {}
}
