// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The replica directory (HAIL thesis, section 3.3.3). It knows which datanode holds a replica of a
 * block in which sort order, and decides which order a new replica gets. It knows neither RPC nor
 * the namenode around it.
 */
package dev.hail.namenode.directory;
