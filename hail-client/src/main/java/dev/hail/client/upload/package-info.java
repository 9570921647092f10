// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Upload (thesis, section 3.2). A pipeline with bounded queues cuts text at row ends, parses it
 * into HAIL blocks and sends several blocks at a time.
 */
package dev.hail.client.upload;
