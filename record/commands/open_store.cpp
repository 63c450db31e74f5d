#include "record/commands/open_store.h"

namespace reprise {

Result<Store> open_store_to_fill(const std::string& path) {
  auto store = Store::open(path, StoreMode::write);
  if (!store && store.error().code == ErrorCode::storage) {
    return fail(ErrorCode::usage, store.error().message);
  }
  return store;
}

}  // namespace reprise
