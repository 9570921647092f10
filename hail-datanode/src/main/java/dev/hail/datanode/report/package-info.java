// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What a datanode and the namenodes' replica directory tell each other: reports of replicas and
 * their orders, questions for an order, duties to make a replica anew.
 */
package dev.hail.datanode.report;
