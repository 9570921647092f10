// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Attributes, their types, and the schema of a HAIL file as a short SQL text. */
package dev.hail.format.schema;
