// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Pseudo replicas: how a task makes one, and how readers report that they used one. */
package dev.hail.client.pseudo;
