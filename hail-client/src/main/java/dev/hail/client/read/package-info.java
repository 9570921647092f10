// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Reading HAIL files: choice of a replica, reads pinned to it, and failover to another one. */
package dev.hail.client.read;
