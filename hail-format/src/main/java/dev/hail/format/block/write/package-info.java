// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Making a block, unsorted, of rows that come column by column. */
package dev.hail.format.block.write;
