import { LogDatabase } from '../../catalogue/log-database';
import { RecentScores } from './recent-scores';

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.parse('2026-08-22T00:00:00.000Z');

/** A database that has complete scores of each drop but those in `incomplete`, recorded a second after midnight. */
function world() {
  const asked: string[][] = [];
  const incomplete = new Set<string>();
  const completedMs = MIDNIGHT + 1_000;
  const query = <Row>(_text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const ids = values[0] as string[];
    asked.push(ids);
    // In another order than asked.
    const rows = [...ids].reverse().map((dropId) => ({
      dropId,
      scores: [dropId.length, asked.length, null],
      completedMs: incomplete.has(dropId) ? null : completedMs,
    }));
    return Promise.resolve(rows as Row[]);
  };
  return { scores: new RecentScores(new LogDatabase({ query })), asked, incomplete };
}

describe('recent scores', () => {
  it('are read once for all drops, and given in their order', async () => {
    const { scores, asked } = world();
    expect(await scores.read(['a', 'bb', 'ccc'], MIDNIGHT + 60_000)).toEqual([
      '[1,1,null]',
      '[2,1,null]',
      '[3,1,null]',
    ]);
    expect(asked).toEqual([['a', 'bb', 'ccc']]);
    expect(await scores.read([], MIDNIGHT)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('are kept until the next bucket ends if all buckets are complete', async () => {
    const { scores, asked, incomplete } = world();
    incomplete.add('bb');
    await scores.read(['a', 'bb'], MIDNIGHT + 60_000);
    expect(await scores.read(['bb', 'a'], MIDNIGHT + 6 * HOUR_MS - 1)).toEqual(['[2,2,null]', '[1,1,null]']);
    await scores.read(['a'], MIDNIGHT + 6 * HOUR_MS);
    expect(asked).toEqual([['a', 'bb'], ['bb'], ['a']]);
  });

  it('are kept for the live and the delayed view, whose last buckets differ for a while', async () => {
    const { scores, asked } = world();
    const [live, delayed] = [MIDNIGHT + 6 * HOUR_MS + 1_000, MIDNIGHT + 6 * HOUR_MS - 1_000];
    for (const atMs of [live, delayed, live, delayed]) await scores.read(['a'], atMs);
    expect(asked).toHaveLength(2);
  });

  // The delayed view must not contain a point that was recorded after its instant.
  it('are read again for an instant before their last point was recorded', async () => {
    const { scores, asked } = world();
    await scores.read(['a'], MIDNIGHT + 60_000);
    await scores.read(['a'], MIDNIGHT + 999);
    await scores.read(['a'], MIDNIGHT + 1_000);
    expect(asked).toHaveLength(2);
  });
});
