import { start, stop } from './test-server';

/** Jest's globalSetup: one server for the whole run. A default export because Jest asks for one. */
export default async function startDatabase(): Promise<void> {
  await start();
  // The server is in a session of its own, and Ctrl-C ends Jest without its globalTeardown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
}
