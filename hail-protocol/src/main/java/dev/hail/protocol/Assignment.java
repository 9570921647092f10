// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

/**
 * The order that the namenode chose for one replica.
 *
 * @param sortAttribute position, from 1, of the attribute to sort by; 0 to keep upload order
 * @param epoch epoch of the namenode's replica directory
 */
public record Assignment(int sortAttribute, long epoch) {}
