// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What clients, datanodes and the namenode say to each other about block replicas and their indexes
 * (HAIL thesis, sections 3.3.3 and 3.4.3): plain values, two small interfaces, and the Hadoop RPC
 * that carries them. {@link dev.hail.protocol.HailProxies} is the way in.
 */
package dev.hail.protocol;
