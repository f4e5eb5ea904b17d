import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { readProbeQueries } from './probe-queries';

describe('the queries of a probe', () => {
  it('are those of drops in the database, first of those to which the source responded, and none of samples', async () => {
    const database = await createTestDatabase();
    const db = openDatabase(database.url, { poolSize: 1, applicationName: 'test' });
    const drop = (id: string, defillama: string | false) => dropDefinition({ id, sources: { defillama } });
    const definitions = [drop('a', 'a'), drop('b', 'b'), drop('c', false)];
    await applyDefinitions(db, { origin: 'test', definitions, nowMs: Date.now() });
    await applyDefinitions(db, { origin: 'sample', definitions: [drop('sample-d', 'd')], nowMs: Date.now() });
    expect(await readProbeQueries(database.url)).toEqual(new Map([['defillama', { dropId: 'a', query: 'a' }]]));
    await db.query("UPDATE tasks SET answered_at = now() WHERE subject IN ('b', 'sample-d')");
    expect(await readProbeQueries(database.url)).toEqual(new Map([['defillama', { dropId: 'b', query: 'b' }]]));
    await db.close();
    await database.drop();
  });

  it('are none of a database that cannot be read', async () => {
    expect(await readProbeQueries('postgres://droptrack@127.0.0.1:1/x')).toEqual(new Map());
  });
});
