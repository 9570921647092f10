// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;

final class MapperQueryTest {

  static class Plain extends Mapper<Text, HailRecord, Text, NullWritable> {}

  @HailQuery(filter = "a = 1", projection = "@1")
  static class OnClass extends Plain {}

  static class OnMethod extends Plain {
    @HailQuery(filter = "b = 2")
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  static class Inherits extends OnClass {
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  static class InheritsFromMethod extends OnMethod {
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  @HailQuery(filter = "c = 3")
  static class Replaces extends OnMethod {}

  @HailQuery(filter = "a = 1")
  static class Twice extends Plain {
    @HailQuery(filter = "b = 2")
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  static class Overloaded extends OnMethod {
    @HailQuery(filter = "c = 1")
    @Override
    protected void map(Text file, HailRecord row, Context context) {}

    @HailQuery(filter = "c = 2")
    protected void map(Text file, HailRecord row) {}
  }

  static class OnSetup extends Plain {
    @HailQuery(filter = "a = 1")
    @Override
    protected void setup(Context context) throws IOException {}
  }

  @HailQuery(filter = "a = 1")
  interface Queried {}

  interface InheritsQueried extends Queried {}

  static class OfInterface extends Plain implements InheritsQueried {}

  @HailQuery(filter = "a = 5")
  static class OfClassAndInterface extends Plain implements Queried {}

  interface Joined {
    @HailJoin(name = "b", path = "/b", on = "k = k")
    @HailJoin(name = "c", path = "/c", on = "k = k")
    void map();
  }

  abstract static class OfMethodOfInterface extends Plain implements Joined {}

  abstract static class InheritsInterface extends OfMethodOfInterface {}

  @Test
  void annotation_onInterfaceAlone_isRefused() throws Exception {
    assertThatThrownBy(() -> MapperQuery.find(OfInterface.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("@HailQuery on interface " + Queried.class.getName());
    assertThatThrownBy(() -> MapperJoins.find(InheritsInterface.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("@HailJoin on interface " + Joined.class.getName());
    assertThat(MapperQuery.find(OfClassAndInterface.class).query().filter()).isEqualTo("a = 5");
  }

  @Test
  void mapper_withoutAnnotation_hasNoQuery() throws Exception {
    assertThat(MapperQuery.find(Plain.class)).isNull();
    assertThat(MapperQuery.find(Mapper.class)).isNull();
  }

  @Test
  void annotation_onClassOrMapMethod_isFound() throws Exception {
    assertThat(MapperQuery.find(OnClass.class).query().filter()).isEqualTo("a = 1");
    assertThat(MapperQuery.find(OnClass.class).query().projection()).containsExactly("@1");
    assertThat(MapperQuery.find(OnMethod.class).query().filter()).isEqualTo("b = 2");
    assertThat(MapperQuery.find(OnMethod.class).place())
        .isEqualTo("method " + OnMethod.class.getName() + ".map");
  }

  @Test
  void annotation_ofNearestClass_decides() throws Exception {
    assertThat(MapperQuery.find(Inherits.class).query().filter()).isEqualTo("a = 1");
    assertThat(MapperQuery.find(InheritsFromMethod.class).query().filter()).isEqualTo("b = 2");
    assertThat(MapperQuery.find(Replaces.class).query().filter()).isEqualTo("c = 3");
  }

  @Test
  void twoAnnotations_onOneClass_areRefused() {
    assertThatThrownBy(() -> MapperQuery.find(Twice.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining(Twice.class.getName() + " carries @HailQuery more than once")
        .hasMessageContaining("class " + Twice.class.getName())
        .hasMessageContaining("method " + Twice.class.getName() + ".map");
    assertThatThrownBy(() -> MapperQuery.find(Overloaded.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void annotation_onOtherMethod_isRefused() {
    assertThatThrownBy(() -> MapperQuery.find(OnSetup.class))
        .isInstanceOf(HailQueryException.class)
        .hasMessageContaining("method " + OnSetup.class.getName() + ".setup has no effect");
  }
}
