// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** What a datanode logs about single blocks, whose number any user decides. */
package dev.hail.datanode.log;
