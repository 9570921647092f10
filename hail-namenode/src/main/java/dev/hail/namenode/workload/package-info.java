// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The filters that files are read with: taken from readers, kept with the files. Knows neither RPC
 * nor namenode.
 */
package dev.hail.namenode.workload;
