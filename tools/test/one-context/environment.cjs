const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * Jest's environment without a context of its own: test files run in the globals of their worker process, so that
 * packages loaded by ./runtime.cjs and test code agree about `Error`, `Map` and `Promise`. Jest runs one file at a
 * time per worker; globals, environment variables and listeners of the process are restored after each file.
 */
module.exports = class OneContextEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #globals = new Map(descriptorsOf(globalThis));
  #process = new Map(descriptorsOf(process));
  #variables = { ...process.env };
  #listeners = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  /** Loads a package, whose globals stay as long as the package itself. */
  loadPackage(load) {
    const before = new Set(Reflect.ownKeys(globalThis));
    const exported = load();
    for (const [key, descriptor] of descriptorsOf(globalThis)) {
      if (!before.has(key)) this.#globals.set(key, descriptor);
    }
    return exported;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const [key, { configurable }] of descriptorsOf(globalThis)) {
      if (configurable && !this.#globals.has(key)) delete globalThis[key];
    }
    for (const [key, descriptor] of this.#globals) {
      if (descriptor.configurable) Object.defineProperty(globalThis, key, descriptor);
    }
    // Jest wraps functions of `process`; each would keep the previous file's modules in memory.
    for (const [key, { value }] of this.#process) {
      if (typeof value === 'function' && process[key] !== value) process[key] = value;
    }
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    for (const event of process.eventNames()) {
      const before = this.#listeners.get(event) ?? [];
      const added = process.rawListeners(event).filter((listener) => !before.includes(listener));
      for (const listener of added) process.removeListener(event, listener);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};

function descriptorsOf(object) {
  return Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]);
}
