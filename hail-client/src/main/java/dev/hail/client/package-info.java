// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** What reading and uploading share: paths, tokens, threads, and failures that name a remedy. */
package dev.hail.client;
