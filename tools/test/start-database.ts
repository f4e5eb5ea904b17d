// Jest's own module loader does not run here, so there are no path aliases.
import { join } from 'node:path';
import { TEMPLATE_VARIABLE } from '../../libs/persistence/src/testing/test-database';
import { startTestServer } from '../../libs/persistence/src/testing/test-server';
import { setRunning, stopRunning } from './running-server';

/** Jest's globalSetup: one server for the whole run. A default export because Jest asks for one. */
export default async function startDatabase(): Promise<void> {
  const migrations = join(__dirname, '../../prisma/migrations');
  const server = await startTestServer(migrations, process.env['TEST_DATABASE_URL'] || undefined);
  setRunning(server);
  process.env[TEMPLATE_VARIABLE] = server.templateUrl;
  // The server is in a session of its own: Ctrl-C ends Jest without its globalTeardown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopRunning().finally(() => process.exit(1)));
  }
}
