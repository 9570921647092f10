// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * How much space pseudo replicas may take, which index is worth least, and which makes room for
 * another. Knows neither RPC nor namenode.
 */
package dev.hail.namenode.space;
