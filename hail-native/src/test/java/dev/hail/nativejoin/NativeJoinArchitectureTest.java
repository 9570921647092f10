// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md for a module that has none but those to Arrow. */
class NativeJoinArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Joins.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  void joinModule_dependsOn_arrowAlone() {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat(
                resideOutsideOfPackages(
                    "java..", "org.apache.arrow..", "org.slf4j..", "dev.hail.nativejoin.."));
    rule.check(CLASSES);
  }

  @Test
  void joinModule_uses_noStandardStreams() {
    ArchRule rule =
        noClasses()
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");
    rule.check(CLASSES);
  }
}
