// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

/** The steps of an upload that change the file system, in the order they are first taken. */
public enum UploadStep {
  /** The temporary folder is made. */
  CREATE_FOLDER,
  /** One block is written to a file of its own; several threads do this at the same time. */
  SEND_BLOCK,
  /** One block is joined with those before it, while others are sent. */
  CONCAT,
  /** The extended attributes of a HAIL file are set. */
  MARK,
  /** The file gets the name that readers know. */
  RENAME
}
