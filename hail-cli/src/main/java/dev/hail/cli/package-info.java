// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** The {@code hail} command: its frame, and the subcommands that need only the client. */
package dev.hail.cli;
