import { buildPrograms } from './programs';
import startDatabase from './start-database';

/** The heavy tests' globalSetup: their programs, and one server. A default export because Jest asks for one. */
export default async function startHeavy(): Promise<void> {
  await buildPrograms();
  await startDatabase();
}
