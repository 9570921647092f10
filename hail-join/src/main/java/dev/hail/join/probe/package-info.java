// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Finds the images of a job in a task, and looks up rows of the input in them. */
package dev.hail.join.probe;
