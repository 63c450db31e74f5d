// A proposer works and drafts an answer, a critic without tools reviews it, and the proposer
// revises it once.
#pragma once

#include <memory>

#include "sim/architecture/architecture.h"

namespace reprise {

std::unique_ptr<Architecture> make_debate_critic();

}  // namespace reprise
