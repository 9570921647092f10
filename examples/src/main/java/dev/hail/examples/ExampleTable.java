// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.SchemaResource;
import dev.hail.examples.job.ExampleJob;
import dev.hail.examples.synthetic.Synthetic;
import dev.hail.examples.synthetic.SyntheticJobs;
import dev.hail.examples.uservisits.BobJobs;
import dev.hail.examples.uservisits.UserVisits;
import java.util.List;

/** The tables of the thesis' experiments, each with its schema, its generator and its jobs. */
public enum ExampleTable {
  /** A web log of nine attributes. */
  USERVISITS,
  /** Nineteen integers. */
  SYNTHETIC;

  /** Returns the schema file that {@code hail put --schema} reads. */
  public String schemaSql() {
    return switch (this) {
      case USERVISITS -> SchemaResource.read(UserVisits.class, "UserVisits.schema");
      case SYNTHETIC -> SchemaResource.read(Synthetic.class, "Synthetic.schema");
    };
  }

  /** Returns a new generator; the same seed gives the same rows. */
  public RowSource rows(long seed) {
    return switch (this) {
      case USERVISITS -> new UserVisits(seed);
      case SYNTHETIC -> new Synthetic(seed);
    };
  }

  /** Returns the jobs of the thesis on this table. */
  public List<ExampleJob> jobs() {
    return switch (this) {
      case USERVISITS -> BobJobs.ALL;
      case SYNTHETIC -> SyntheticJobs.ALL;
    };
  }

  /** Returns the attributes that the thesis indexes, one per replica. */
  public List<String> indexAttributes() {
    return switch (this) {
      case USERVISITS -> BobJobs.INDEX_ATTRIBUTES;
      case SYNTHETIC -> SyntheticJobs.INDEX_ATTRIBUTES;
    };
  }
}
