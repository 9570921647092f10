// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The filters that files are read with: measured, reported, and turned into advice. */
package dev.hail.client.workload;
