// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Whether HAIL's client links with the releases of Hadoop that it is for. */
package dev.hail.bench.link;
