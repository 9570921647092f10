// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace hail {
namespace {

/// Where no Java of the library's processor is at hand.
TEST(JavaLibraryTest, LoadsWithAllItNeedsAndShowsItsCalls) {
  void* library = dlopen(HAIL_JAVA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_NE(dlsym(library, "Java_dev_hail_nativejoin_NativeCalls_create"), nullptr) << dlerror();
  EXPECT_EQ(dlsym(library, "hail_join_create"), nullptr);
  EXPECT_EQ(dlclose(library), 0) << dlerror();
}

}  // namespace
}  // namespace hail
