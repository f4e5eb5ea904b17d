const asyncHooks = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { compilerOptions } = require('../../../tsconfig.base.json');

/**
 * Caches of a worker process. They hold text and compiled functions, no state of a test: texts and transformed texts by
 * path, compiled modules by path, paths by importing module and name.
 */
const createCaches = () => ({ texts: new Map(), transformed: new Map(), compiled: new Map(), paths: new Map() });
const CACHES = createCaches();

/**
 * Names of own modules that are evaluated once per worker process, because that takes 0.2 s: the document of the API and its
 * compiled schemas (apps/api/test). They keep no state of a test and import nothing after their start.
 */
const ONCE = /\/(?:conforms|schema-violations)$/;
const once = new Map();

/**
 * Jest's module loader, except that packages of node_modules are loaded once per worker process, by Node itself.
 * Jest would evaluate NestJS, Fastify and Prisma again for each test file, which was two thirds of the suite's time.
 * No test mocks a package.
 *
 * Modules of this repository are evaluated for each file as before, but read, resolved and compiled once per worker
 * process. No test has manual mocks (`__mocks__`).
 */
module.exports = class OneContextRuntime extends Runtime {
  #loaded = new Map();
  #storages = new Set();

  constructor(...args) {
    super(...args);
    // In watch mode, files change between two runs of a process.
    const { watch, watchAll } = args[7];
    this.#share(watch || watchAll ? createCaches() : CACHES);
    this.#trackStorages();
  }

  /**
   * Each file has a storage of Jest's runner, which stays enabled: up to Node 22, each promise of the following files would
   * be entered into all of them.
   */
  #trackStorages() {
    const storages = this.#storages;
    class AsyncLocalStorage extends asyncHooks.AsyncLocalStorage {
      constructor(...args) {
        super(...args);
        storages.add(this);
      }
    }
    const load = this.coreModule.require.bind(this.coreModule);
    this.coreModule.require = (name) =>
      /^(?:node:)?async_hooks$/.test(name) ? { ...asyncHooks, AsyncLocalStorage } : load(name);
  }

  teardown() {
    super.teardown();
    for (const storage of this.#storages) storage.disable();
  }

  #share({ texts, transformed, compiled, paths }) {
    const { executor, fileCache, transformCache, _resolution: resolution } = this;
    fileCache.strings = texts;
    resolution.cjsCache = paths;
    resolution.getCjsMockModule = () => null;

    const transform = transformCache.transform.bind(transformCache);
    transformCache.transform = (filename, options) => {
      if (options?.isInternalModule) return transform(filename, options);
      const known = transformed.get(filename);
      if (known === undefined) {
        const code = transform(filename, options);
        transformed.set(filename, transformCache.transforms.get(filename));
        return code;
      }
      // Jest maps stack traces by these.
      transformCache.transforms.set(filename, known);
      if (known.sourceMapPath) transformCache.sourceMaps.set(filename, known.sourceMapPath);
      return known.code;
    };

    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.evaluate;
      const evaluate = vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      compiled.set(filename, { source, evaluate });
      return evaluate;
    };
  }

  requireModuleOrMock(from, name) {
    if (!isPackage(name)) return this.#requireOwn(from, name);
    if (!this.#loaded.has(name)) {
      this.#loaded.set(
        name,
        this._environment.loadPackage(() => createRequire(from)(name)),
      );
    }
    return this.#loaded.get(name);
  }

  #requireOwn(from, name) {
    if (!ONCE.test(name)) return super.requireModuleOrMock(from, name);
    const path = this._resolution.resolveCjs(from, name);
    if (!once.has(path)) once.set(path, super.requireModuleOrMock(from, name));
    return once.get(path);
  }
};

/** Jest serves `expect` and `@jest/…` itself, so that matchers are shared with the test file. */
const isPackage = (name) =>
  /^[\w@]/.test(name) &&
  !isBuiltin(name) &&
  !/^(?:expect$|@jest\/)/.test(name) &&
  !Object.hasOwn(compilerOptions.paths, name);
