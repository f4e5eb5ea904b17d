import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workshop } from '../workshop';
import { createConventionalTable } from '../conventional/create-table';
import type { Catalogue } from '../data/catalogue';
import { fetchAnswer } from '../load/fetch-answer';
import { type ServerProcess, startServer } from '../process/server-process';
import { LIVE_DROPS, wireRequest } from './requests';

/** The API as it is built for production, with its request log on, over a catalogue. */
export function startApi({ cores, root, undo }: Workshop, { databaseUrl, drops }: Catalogue): Promise<ServerProcess> {
  return startServer(
    {
      name: `The API over ${drops} drops`,
      entry: join(root, 'dist', 'apps', 'api', 'main.js'),
      env: {
        DATABASE_URL: databaseUrl,
        PORT: '0',
        METRICS_PORT: '0',
        PUBLIC_URL: 'http://localhost:3000',
        NODE_ENV: 'production',
      },
      core: cores?.servers ?? null,
    },
    undo,
  );
}

/** A bare server that sends what the API answers now: status, headers, body. */
export async function startBareServer(workshop: Workshop, api: ServerProcess, key: string): Promise<ServerProcess> {
  const answer = await fetchAnswer(api.port, wireRequest(LIVE_DROPS, key));
  const file = join(workshop.scratch, 'answer.json');
  await writeFile(file, JSON.stringify(answer));
  return startServer(
    {
      name: 'The bare server',
      entry: join(workshop.programs, 'bare-server.cjs'),
      args: [file],
      core: workshop.cores?.servers ?? null,
    },
    workshop.undo,
  );
}

/** The conventional service over the same rows. */
export async function startConventional(workshop: Workshop, { databaseUrl }: Catalogue): Promise<ServerProcess> {
  await createConventionalTable(databaseUrl);
  return startServer(
    {
      name: 'The conventional service',
      entry: join(workshop.programs, 'conventional.cjs'),
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      core: workshop.cores?.servers ?? null,
    },
    workshop.undo,
  );
}
