package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.GetReplicasRequestProto;
import dev.hail.protocol.proto.HailProtos.GetStagingDirectoryRequestProto;
import dev.hail.protocol.proto.HailProtos.GetStatusRequestProto;
import dev.hail.protocol.proto.HailProtos.PublishRequestProto;
import dev.hail.protocol.proto.HailProtos.UnpublishRequestProto;
import java.io.IOException;
import org.apache.hadoop.ipc.RPC;

/** Speaks {@link HailClientProtocol} to one namenode; remote failures stay wrapped. */
final class ClientProtocolTranslator implements HailClientProtocol {
  private static final GetStatusRequestProto STATUS_REQUEST =
      GetStatusRequestProto.getDefaultInstance();

  private static final GetStagingDirectoryRequestProto STAGING_REQUEST =
      GetStagingDirectoryRequestProto.getDefaultInstance();

  private final HailClientProtocolPB stub;

  ClientProtocolTranslator(HailClientProtocolPB stub) {
    this.stub = stub;
  }

  @Override
  public ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount)
      throws IOException {
    GetReplicasRequestProto request =
        GetReplicasRequestProto.newBuilder()
            .setPath(path)
            .setFirstBlock(firstBlock)
            .setBlockCount(blockCount)
            .build();
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.getReplicas(null, request)));
  }

  @Override
  public String getStagingDirectory() throws IOException {
    return RpcFailures.call(() -> stub.getStagingDirectory(null, STAGING_REQUEST)).getPath();
  }

  @Override
  public Publication.Outcome publish(Publication publication) throws IOException {
    PublishRequestProto request = ProtocolMessages.toProto(publication);
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.publish(null, request)));
  }

  @Override
  public int unpublish(String path, int sortAttribute) throws IOException {
    UnpublishRequestProto request =
        UnpublishRequestProto.newBuilder().setPath(path).setSortAttribute(sortAttribute).build();
    return RpcFailures.call(() -> stub.unpublish(null, request)).getRemoved();
  }

  @Override
  public ClusterStatus getStatus() throws IOException {
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.getStatus(null, STATUS_REQUEST)));
  }

  @Override
  public void close() {
    RPC.stopProxy(stub);
  }
}
