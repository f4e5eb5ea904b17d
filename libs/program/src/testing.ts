/** Browser, ports and programs of tests, benches and checks. Never imported by shipped code. */
export { BROWSER_ARGS, BROWSER_PATH } from './testing/browser';
export { freePort } from './testing/free-port';
export { builtProgram, type Program, startProgram } from './testing/programs';
