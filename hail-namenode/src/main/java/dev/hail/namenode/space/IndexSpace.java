// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * One index of a file as it stands.
 *
 * @param attribute position of the attribute, from 1
 * @param replicas number of pseudo replicas
 * @param bytes what they take
 * @param benefit what a byte of it is worth, see {@link IndexUse#benefit}
 * @param inUse whether it was read, planned to be read or built within the lease
 */
public record IndexSpace(int attribute, int replicas, long bytes, double benefit, boolean inUse) {}
