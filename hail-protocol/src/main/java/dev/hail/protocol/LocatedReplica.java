// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

/**
 * A replica and the datanode that holds it.
 *
 * @param datanodeUuid uuid the datanode registered with at the namenode
 * @param replica what that datanode reported
 */
public record LocatedReplica(String datanodeUuid, ReplicaInfo replica) {}
