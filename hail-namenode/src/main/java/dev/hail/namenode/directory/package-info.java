// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Dir_rep of the HAIL thesis (section 3.3.3): which datanode holds a replica of a block in which
 * sort order, and which order a new replica gets. It knows neither RPC nor the namenode around it.
 */
package dev.hail.namenode.directory;
