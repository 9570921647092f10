// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Pseudo replicas on the namenode: who may have one made, which there are, and when they go
 * (thesis, section 3.5.3).
 */
package dev.hail.namenode.pseudo;
