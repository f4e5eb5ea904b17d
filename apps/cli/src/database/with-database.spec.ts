import { loadConfig } from '../config/config';
import { recordedOutput } from '../testing';
import { withDatabaseUrl } from './with-database';

const onInterrupt = () => () => undefined;

describe('withDatabaseUrl', () => {
  // Most commands report nothing themselves, and a database can be far away or locked.
  it('reports progress before a command asks the database that is configured', async () => {
    const { output, said } = recordedOutput();
    const config = loadConfig({ DATABASE_URL: 'postgres://db.example/x' }, '/');
    const seen = await withDatabaseUrl({ config, output, onInterrupt }, async ({ kind }) => [kind, ...said.progress]);
    expect(seen).toEqual(['configured', 'Querying the database …']);
  });
});
