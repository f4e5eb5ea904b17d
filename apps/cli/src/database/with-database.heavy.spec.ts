import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/config';
import { recordedOutput } from '../testing/recorded-output';
import { withDatabaseUrl } from './with-database';

const onInterrupt = () => () => undefined;

describe('withDatabaseUrl', () => {
  it('reports each step of an embedded PostgreSQL, and clears the progress line', async () => {
    const home = mkdtempSync(join(tmpdir(), 'droptrack-with-'));
    chmodSync(home, 0o755);
    const { output, said } = recordedOutput();
    const config = loadConfig({ DROPTRACK_HOME: home }, '/');
    await withDatabaseUrl({ config, output, onInterrupt }, async () => undefined);
    expect(said.progress).toEqual([
      'Querying the database …',
      'Starting PostgreSQL …',
      'Applying migrations …',
      'Stopping PostgreSQL …',
      null,
    ]);
    rmSync(home, { recursive: true });
  });
});
