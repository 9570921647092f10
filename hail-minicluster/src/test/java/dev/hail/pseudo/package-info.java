// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Pseudo replicas that datanodes keep, on real daemons. */
package dev.hail.pseudo;
