// The one door to Catch2, so that a later major version changes this file only.
#pragma once

#include <catch2/catch.hpp>
