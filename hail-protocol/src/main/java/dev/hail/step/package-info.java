// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Where a crash test may step in between the steps of a piece of work, and the steps that more than
 * one module takes.
 */
package dev.hail.step;
