// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Log lines of libraries, as the user of a command sees them. */
package dev.hail.cli.log;
