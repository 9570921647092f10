// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

/**
 * A replica and the datanode that holds it.
 *
 * @param datanodeUuid uuid with which the datanode registered at the namenode
 * @param replica the replica as the datanode reported it
 */
public record LocatedReplica(String datanodeUuid, ReplicaInfo replica) {}
