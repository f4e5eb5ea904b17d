import { join } from 'node:path';

import { startTestServer, TEMPLATE_VARIABLE, type TestServer } from '../../libs/persistence/src/testing';

/** Server of the run; Jest loads globalSetup and globalTeardown into one process, where they share this module. */
let running: TestServer | null = null;

/** Starts the run's server, or uses TEST_DATABASE_URL, and passes its address to the test processes. */
export async function start(): Promise<void> {
  const migrations = join(__dirname, '../../prisma/migrations');
  running = await startTestServer(migrations, process.env['TEST_DATABASE_URL'] || undefined);
  process.env[TEMPLATE_VARIABLE] = running.templateUrl;
}

/** Stops what {@link start} started, once. */
export async function stop(): Promise<void> {
  const server = running;
  running = null;
  await server?.stop();
}
