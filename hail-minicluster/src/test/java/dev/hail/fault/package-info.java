// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Faults at the steps of datanodes and uploads, in this process and in others. */
package dev.hail.fault;
