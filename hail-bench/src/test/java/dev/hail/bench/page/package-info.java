// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The commands that pages show: who types each, and typing them. */
package dev.hail.bench.page;
