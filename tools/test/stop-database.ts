import { stop } from './test-server';

/** Jest's globalTeardown. A default export because Jest asks for one. */
export default stop;
