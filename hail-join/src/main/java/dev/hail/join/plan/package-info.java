// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Joins as their author writes them, checked against schemas, and as tasks find them: the plan. No
 * class here reads rows.
 */
package dev.hail.join.plan;
