// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Brings images to the tasks of a job: staging, distributed cache, memory of containers. */
package dev.hail.join.stage;
