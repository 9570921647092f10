// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Upload (thesis, section 3.2): text is cut at row ends, parsed into HAIL blocks and sent, several
 * blocks at a time, in a pipeline with bounded queues.
 */
package dev.hail.client.upload;
