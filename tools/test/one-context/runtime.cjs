const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { compilerOptions } = require('../../../tsconfig.base.json');

/**
 * Jest's module loader, except that packages of node_modules are loaded once per worker process, by Node itself.
 * Jest would evaluate NestJS, Fastify and Prisma again for each test file, which was two thirds of the suite's time.
 * Modules of this repository are evaluated for each file as before. No test mocks a package.
 */
module.exports = class OneContextRuntime extends Runtime {
  #loaded = new Map();

  constructor(...args) {
    super(...args);
    this.executor.compile = (source, filename) =>
      vm.compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (!isPackage(name)) return super.requireModuleOrMock(from, name);
    if (!this.#loaded.has(name)) {
      this.#loaded.set(
        name,
        this._environment.loadPackage(() => createRequire(from)(name)),
      );
    }
    return this.#loaded.get(name);
  }
};

/** Jest serves `expect` and `@jest/…` itself, so that matchers are shared with the test file. */
const isPackage = (name) =>
  /^[\w@]/.test(name) &&
  !isBuiltin(name) &&
  !/^(?:expect$|@jest\/)/.test(name) &&
  !Object.hasOwn(compilerOptions.paths, name);
