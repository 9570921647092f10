// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What strangers can send: blocks, filters, schemas, rows of text, messages. Each target is a class
 * with a method that Jazzer calls with inputs. {@code KeptInputsTest} runs the inputs that are
 * kept, in every build; {@code FuzzerTest} runs Jazzer, for {@code bin/test --fuzz}.
 */
package dev.hail.fuzz;
