// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Self-contained web reports: inline SVG, no script, nothing fetched from elsewhere. */
package dev.hail.bench.report;
