using Workerd = import "/workerd/workerd.capnp";

# The check inserts the modules of the package as they are published, not a bundle. No nodejs_compat.
const config :Workerd.Config = (
  services = [
    (name = "consumer", worker = .consumer),
    (name = "loopback", network = (allow = ["local"])),
  ],
);

const consumer :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.mjs"),
    (name = "tour", esModule = embed "../tour/tour.mjs"),
    # modules of the package
  ],
  bindings = [
    (name = "DROPTRACK_BASE_URL", fromEnvironment = "DROPTRACK_BASE_URL"),
    (name = "DROPTRACK_API_KEY", fromEnvironment = "DROPTRACK_API_KEY"),
    (name = "DROPTRACK_DROP", fromEnvironment = "DROPTRACK_DROP"),
    (name = "DROPTRACK_WALLET", fromEnvironment = "DROPTRACK_WALLET"),
  ],
  globalOutbound = "loopback",
  compatibilityDate = "2026-01-01",
);
