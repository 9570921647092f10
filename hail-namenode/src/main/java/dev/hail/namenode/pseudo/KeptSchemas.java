package dev.hail.namenode.pseudo;

import dev.hail.client.HailXAttributes;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schemas that are kept with files, for which attributes they have. */
final class KeptSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(KeptSchemas.class);

  private final HailNamespace namespace;

  KeptSchemas(HailNamespace namespace) {
    this.namespace = namespace;
  }

  /** Name of an attribute; {@code @n} if the file is gone or has no such attribute. */
  String attributeName(long fileId, int position) throws IOException {
    Schema schema = null;
    try {
      schema = of(fileId);
    } catch (FileNotFoundException | SchemaException unknown) {
      // Whoever may write a file may also damage its schema.
      LOG.debug("The attributes of inode {} have no names", fileId, unknown);
    }
    return schema == null || position > schema.size()
        ? "@" + position
        : schema.attribute(position).name();
  }

  /** Null if none is kept with the file, as when it was copied without attributes. */
  private Schema of(long fileId) throws IOException {
    byte[] kept = namespace.attribute(fileId, HailXAttributes.SCHEMA);
    return kept == null ? null : Schema.parse(new String(kept, StandardCharsets.UTF_8));
  }
}
