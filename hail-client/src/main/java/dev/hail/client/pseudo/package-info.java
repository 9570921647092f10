// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Pseudo block replicas: where they lie, what they are called, and how one is made. */
package dev.hail.client.pseudo;
