// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * HAIL in the namenode. A plugin serves the replica directory to clients and datanodes. An
 * attribute provider keeps HAIL files from being appended to.
 */
package dev.hail.namenode;
