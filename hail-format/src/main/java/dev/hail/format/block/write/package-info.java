// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Making an unsorted block of rows whose values arrive column by column. */
package dev.hail.format.block.write;
