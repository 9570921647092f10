// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The output of commands: rows encoded for other programs, and the local file, device or pipe that
 * takes them.
 */
package dev.hail.cli.output;
