// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Self-contained web reports with inline SVG, without scripts or external files. */
package dev.hail.bench.report;
