// A message in the neutral JSON form that our traces show.
#pragma once

#include "sim/json/value.h"
#include "sim/provider/message.h"

namespace reprise {

Json neutral_message(const Message& message);

}  // namespace reprise
