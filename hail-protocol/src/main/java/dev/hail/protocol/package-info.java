// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The protocols between clients, datanodes and the namenode about replicas and their indexes
 * (thesis, sections 3.3.3 and 3.4.3). It has plain values, two interfaces and the Hadoop RPC that
 * carries them. Callers start at {@link dev.hail.protocol.HailProxies}. docs/extending.md names the
 * files of a new call.
 */
package dev.hail.protocol;
