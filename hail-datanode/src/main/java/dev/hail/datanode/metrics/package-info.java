// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** What a datanode counts about HAIL. */
package dev.hail.datanode.metrics;
