// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Where a crash test may step in between the steps of a piece of work. */
package dev.hail.step;
