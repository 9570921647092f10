// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * How many blocks a job indexes, and which (thesis, section 3.6): the cost model of eager adaptive
 * indexing and the choice by selectivity. Knows neither RPC nor namenode.
 */
package dev.hail.namenode.offer;
