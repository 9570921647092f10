// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** HAIL on a datanode: its parts put together. */
package dev.hail.datanode;
