// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The extended attributes of a HAIL file: their names, and the values that namenodes write and
 * clients read.
 */
package dev.hail.xattr;
