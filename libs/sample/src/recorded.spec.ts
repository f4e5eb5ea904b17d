import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryTree, parseWallet, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { RECORDED_SERIES, recordedLists, recordedReadingsOf } from './recorded';

const DAY_MS = 86_400_000;

describe('a recorded list', () => {
  // The published root is known from the proofs of the published file, not from this computation.
  it.each(recordedLists())(
    'of $dropId leads to the root that its project published',
    ({ treeFormat, root, entries }) => {
      const kind = treeKind(treeFormat);
      const leaves = entries.map(({ wallet, amount, index }) =>
        kind.leafHash({ wallet: parseWallet(wallet).bytes, amount, index }, PORTABLE_HASH),
      );
      const sorted = Buffer.concat(leaves.map((leaf) => Buffer.from(leaf)).sort(Buffer.compare));
      expect(`0x${Buffer.from(new InMemoryTree(treeFormat, sorted, PORTABLE_HASH).root).toString('hex')}`).toBe(root);
    },
  );

  it('of Lido has the wallets and the total of the published file, and its claim indexes without a gap', () => {
    const [lido] = recordedLists();
    expect(lido?.dropId).toBe('lido-early-stakers');
    expect(new Set(lido?.entries.map(({ wallet }) => wallet.toLowerCase())).size).toBe(620);
    expect(lido?.entries.map(({ index }) => index)).toEqual(Array.from({ length: 620 }, (_, index) => BigInt(index)));
    expect(lido?.entries.reduce((total, { amount }) => total + amount, 0n)).toBe(3_999_999_999_999_997_473_694_078n);
  });
});

describe('recorded readings', () => {
  const rule = RULESET_2026_1.hype.signals.find(({ id }) => id === 'dev_committers');

  it('exist for at least five drops', () =>
    expect(new Set(RECORDED_SERIES.map(({ dropId }) => dropId)).size).toBeGreaterThanOrEqual(5));

  it.each(RECORDED_SERIES)('of $dropId are counts of committers, one a day without a gap', ({ dropId }) => {
    const readings = [...recordedReadingsOf(dropId)];
    expect(readings.length).toBeGreaterThanOrEqual(90);
    // More than three times the saturation of the signal would be a history with commits of other projects.
    const highest = 3 * (rule?.saturation ?? 0);
    for (const [day, { signal, value, observedAtMs }] of readings.entries()) {
      expect([dropId, signal]).toEqual([dropId, rule?.id]);
      expect(Number.isInteger(value) && value >= 0 && value <= highest).toBe(true);
      expect(observedAtMs).toBe((readings[0]?.observedAtMs ?? 0) + day * DAY_MS);
      expect(observedAtMs % DAY_MS).toBe(0);
    }
    expect(readings.some(({ value }) => value > 0)).toBe(true);
  });
});

// The page is the evidence for the data: a change of a file without a word about it is an error.
it.each(['committers.json', 'lido-early-stakers.json'])('%s is the file that its page describes', (name) => {
  const folder = join(__dirname, '../../../prisma/recorded');
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(sha256);
});
