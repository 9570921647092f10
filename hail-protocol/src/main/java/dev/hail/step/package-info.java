// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Hooks for crash tests between the steps of a piece of work, and the steps that several modules
 * take.
 */
package dev.hail.step;
