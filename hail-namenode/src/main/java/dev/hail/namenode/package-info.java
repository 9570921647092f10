// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * HAIL in the namenode: a plugin that serves the replica directory to clients and datanodes, and an
 * attribute provider that keeps HAIL files from being appended to.
 */
package dev.hail.namenode;
