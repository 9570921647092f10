// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Tests of the client and the {@code hail} command against a real cluster. */
package dev.hail.client;
