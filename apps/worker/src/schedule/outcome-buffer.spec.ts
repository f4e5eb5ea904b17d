import { DatabaseRejectedError, DatabaseUnavailableError } from '@droptrack/persistence';
import { OutcomeBuffer } from './outcome-buffer';

const rejected = () => new DatabaseRejectedError('22021', 'rejected');
/** A buffer over transactions of the test; `x` is replaced by `y`, and `y` by nothing. */
const bufferOver = (record: (outcomes: readonly string[]) => readonly string[]) =>
  new OutcomeBuffer<string>({
    record: async (outcomes) => record(outcomes),
    replace: (outcome) => (outcome === 'x' ? 'y' : null),
  });

it('keeps outcomes that have to wait, without a second record of the others', async () => {
  const stored: string[] = [];
  const buffer = bufferOver((given) => {
    stored.push(...given);
    return stored.length < 3 ? ['a'] : [];
  });
  void buffer.add('a');
  void buffer.add('b');
  await buffer.recordBatch();
  expect(buffer.outcomes).toEqual(['a']);
  await buffer.recordBatch();
  expect([stored, buffer.size]).toEqual([['a', 'b', 'a'], 0]);
});

// Otherwise it would be tried forever.
it('drops an outcome whose replacement is rejected as well', async () => {
  const stored: string[] = [];
  const buffer = bufferOver((given) => {
    if (given.includes('x') || given.includes('y')) throw rejected();
    stored.push(...given);
    return [];
  });
  const done = ['a', 'x', 'b'].map((each) => buffer.add(each));
  await buffer.recordBatch();
  await Promise.all(done);
  expect([stored, buffer.size]).toEqual([['a', 'b'], 0]);
});

it('keeps the order of what is left when the database goes away while outcomes are recorded one by one', async () => {
  const stored: string[] = [];
  const buffer = bufferOver((given) => {
    if (given.length > 1) throw rejected();
    if (given[0] === 'b') throw new DatabaseUnavailableError('away');
    stored.push(...given);
    return [];
  });
  for (const each of ['a', 'b', 'c']) void buffer.add(each);
  await expect(buffer.recordBatch()).rejects.toThrow(DatabaseUnavailableError);
  expect([stored, buffer.outcomes]).toEqual([['a'], ['b', 'c']]);
});
