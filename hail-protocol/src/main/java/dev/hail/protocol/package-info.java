// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The protocols between clients, datanodes and the namenode about replicas and their indexes
 * (thesis, sections 3.3.3 and 3.4.3). It has plain values, two small interfaces and the Hadoop RPC
 * that carries them. Callers start at {@link dev.hail.protocol.HailProxies}.
 */
package dev.hail.protocol;
