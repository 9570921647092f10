// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Values as text: parsing bytes into the long form of each type without objects, shared by text
 * files and predicate constants so that both accept the same spellings.
 */
package dev.hail.format.value;
