import { type Database, openDatabase } from '../database/database';
import { append, draft } from '../log/testing';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { type ExportedRevision, exportHistory, type HistoryEnd } from './history';

const ROWS = 1_203;
const never = () => new AbortController().signal;

describe('exportHistory', () => {
  let [test, db]: [TestDatabase, Database] = [null!, null!];
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'history' });
    await append(db, ...Array.from({ length: ROWS }, (_, n) => draft(`list-${n}`, n)));
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  const read = async (meanwhile = async (): Promise<unknown> => undefined) => {
    const revisions: ExportedRevision[] = [];
    const ends: HistoryEnd[] = [];
    await exportHistory(db, never(), async (end) => {
      ends.push(end);
      await meanwhile();
      return {
        revisions: async (rows) => void revisions.push(...rows),
        points: async () => undefined,
        events: async () => undefined,
        claims: async () => undefined,
      };
    });
    return { revisions, ends };
  };

  it('returns each revision once, by seq, with the bodies of the log', async () => {
    const { revisions, ends } = await read();
    expect(revisions.map(({ seq }) => seq)).toEqual(Array.from({ length: ROWS }, (_, n) => n + 1));
    expect(JSON.parse(revisions[41]?.body ?? '')).toEqual({ n: 41 });
    expect(ends).toEqual([{ seq: ROWS, asOfMs: expect.any(Number) }]);
    expect(ends[0]?.asOfMs).toBeGreaterThanOrEqual(revisions.at(-1)?.recordedAtMs ?? Infinity);
  });

  // Files of one export must agree with each other, and with the instant that the manifest states.
  it('contains nothing that is recorded after its start', async () => {
    const { revisions, ends } = await read(() => append(db, draft('late', 1)));
    expect([revisions.length, ends[0]?.seq]).toEqual([ROWS, ROWS]);
  });
});
