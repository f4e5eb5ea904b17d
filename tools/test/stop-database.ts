import { stopRunning } from './running-server';

/** Jest's globalTeardown. A default export because Jest asks for one. */
export default stopRunning;
