import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { readPosition } from './head';
import { LOG_START, type LogPosition } from './position';
import { PrimaryWatch } from './primary-watch';
import { assertSameLog, OtherDatabaseError } from './same-log';
import { append, draft, until } from './testing';

let tests: TestDatabase[];
let [primary, other]: Database[] = [];
beforeEach(async () => {
  tests = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const open = (index: number) => openDatabase(tests[index]!.url, { poolSize: 1, applicationName: 'test' });
  [primary, other] = [open(0), open(1)];
  await append(primary, draft('a', 1), draft('b', 2));
  await append(other, draft('a', 1));
});
afterEach(async () => {
  await Promise.all([primary!.close(), other!.close()]);
  await Promise.all(tests.map((test) => test.drop()));
});

/** Watches the primary for a replica with this position until the condition is true; returns what happened. */
async function watched(position: LogPosition, isDone: (seen: { confirmed: number; errors: unknown[] }) => boolean) {
  const seen = { confirmed: 0, keys: 0, errors: [] as unknown[] };
  const watch = new PrimaryWatch({
    url: tests[0]!.url,
    replicaPosition: () => position,
    onConfirmed: () => void (seen.confirmed += 1),
    onKeysChanged: () => void (seen.keys += 1),
    onInterrupted: (error) => void seen.errors.push(error),
    monotonicMs: () => performance.now(),
  });
  watch.start();
  await until(() => isDone(seen)).finally(() => watch.stop());
  return seen;
}

describe('a replica that follows another database than the primary', () => {
  it('is recognized by a revision that the primary lacks, or has under another instant', async () => {
    const { seq, recordedAtUs } = await readPosition(primary!);
    await expect(assertSameLog(primary!, { seq, recordedAtUs })).resolves.toBeUndefined();
    await expect(assertSameLog(primary!, LOG_START)).resolves.toBeUndefined();
    await expect(assertSameLog(primary!, await readPosition(other!))).rejects.toThrow(OtherDatabaseError);
    await expect(assertSameLog(primary!, { seq: seq + 1, recordedAtUs })).rejects.toThrow(OtherDatabaseError);
  });

  // An instance that starts while the primary is away must learn it later.
  it('is recognized by the watch at a new connection, before it confirms or takes keys', async () => {
    const seen = await watched(await readPosition(other!), ({ errors }) => errors.length > 0);
    expect(seen).toMatchObject({ confirmed: 0, keys: 0, errors: [expect.any(OtherDatabaseError)] });
  });

  it('is not assumed while the primary has what the replica has', async () => {
    const seen = await watched(await readPosition(primary!), ({ confirmed }) => confirmed > 0);
    expect(seen).toMatchObject({ keys: 1, errors: [] });
  });
});
