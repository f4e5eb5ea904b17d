import { loadConfig } from '../config/config';
import { recordedOutput } from '../testing/recorded-output';
import { withDatabaseUrl } from './with-database';

const onInterrupt = () => () => undefined;

describe('withDatabaseUrl', () => {
  // Most commands report no progress of their own, and a database can be distant or locked.
  it('reports progress before a command queries the configured database', async () => {
    const { output, said } = recordedOutput();
    const config = loadConfig({ DATABASE_URL: 'postgres://db.example/x' }, '/');
    const seen = await withDatabaseUrl({ config, output, onInterrupt }, async ({ kind }) => [kind, ...said.progress]);
    expect(seen).toEqual(['configured', 'Querying the database …']);
  });
});
