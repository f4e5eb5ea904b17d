import type { TestServer } from '../../libs/persistence/src/testing/test-server';

/** The run's server; setup and teardown are loaded into the same process and share this module. */
let running: TestServer | null = null;

export function setRunning(server: TestServer): void {
  running = server;
}

/** Stops the run's server, once. */
export async function stopRunning(): Promise<void> {
  const server = running;
  running = null;
  await server?.stop();
}
