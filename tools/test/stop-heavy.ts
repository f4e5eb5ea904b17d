import { deletePrograms } from './programs';
import { stop } from './test-server';

/** The heavy tests' globalTeardown. A default export because Jest asks for one. */
export default async function stopHeavy(): Promise<void> {
  await deletePrograms();
  await stop();
}
