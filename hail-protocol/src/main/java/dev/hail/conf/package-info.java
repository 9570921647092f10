// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Configuration: the keys, their defaults and the resources that hold them. */
package dev.hail.conf;
