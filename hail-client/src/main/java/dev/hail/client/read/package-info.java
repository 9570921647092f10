// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Reading HAIL files: which replica, pinned reads of it, and fail-over to another one. */
package dev.hail.client.read;
