import { tmpdir } from 'node:os';
import { openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { loadConfig } from '../../../config/config';
import { findPlaces } from '../../../config/places';
import { recordedOutput } from '../../../testing/recorded-output';
import { provideDatabase } from './provide-database';

describe('provideDatabase', () => {
  let database: TestDatabase;
  beforeEach(async () => (database = await createTestDatabase()));
  afterEach(() => database.drop());

  const provide = async (catalogue: string | null) => {
    const { catalogue: loaded } = await provideDatabase(
      { isDemo: false, catalogue },
      {
        config: loadConfig({ DATABASE_URL: database.url }, tmpdir()),
        places: findPlaces(__dirname),
        output: recordedOutput().output,
        now: () => new Date(),
        cleanup: [],
        checkpoint: () => undefined,
      },
    );
    return loaded;
  };

  // Its operator may maintain a catalogue of their own.
  it('loads a catalogue into a database of an operator only when it is asked to, and says how', async () => {
    expect(await provide(null)).toMatch(/^as it is in the database; .*--catalogue.*droptrack catalogue apply/);
    const db = openDatabase(database.url, { poolSize: 1, applicationName: 'test' });
    const count = await db.query('SELECT count(*)::int AS drops FROM drops').finally(() => db.close());
    expect(count).toEqual([{ drops: 0 }]);
    expect(await provide(findPlaces(__dirname).catalogue)).toMatch(/^\d+ drops, \d+ created$/);
  });
});
