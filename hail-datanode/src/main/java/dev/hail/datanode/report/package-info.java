// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What a datanode and the replica directories of its namenodes tell each other. The datanode
 * reports replicas and asks for orders, and a namenode tells it which replicas to sort anew.
 */
package dev.hail.datanode.report;
