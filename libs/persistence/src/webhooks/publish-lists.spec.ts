import type { PublishedList, WebhookEnvelope } from '@droptrack/contracts';
import type { ListRow } from '../lists/list-row';
import { removeList, rollBackList } from '../lists/switch';
import { listDatabase, NOW_MS, wallet } from '../lists/testing';
import { publishEvents } from './publish';

const of = { dropId: 'linea', kind: 'allocation', nowMs: NOW_MS } as const;
const rows = (...amounts: number[]): ListRow[] =>
  amounts.map((amount, i) => ({ line: i + 2, wallet: wallet(i), amount: BigInt(amount) }));

// An event for each change of the rows that decide about eligibility, and for no other change.
it('publishes each list that becomes active, by a load or a roll-back', async () => {
  const lists = await listDatabase();
  const published = async () => {
    await publishEvents(lists.db, { nowMs: NOW_MS });
    const events = await lists.db.query<{ body: string; drop_id: string; chain: string; hype: number }>(
      `SELECT * FROM events WHERE type LIKE 'eligibility.%' ORDER BY place`,
    );
    expect(events.every(({ drop_id, chain, hype }) => drop_id === 'linea' && chain === 'linea' && hype >= 0)).toBe(
      true,
    );
    return events
      .map(({ body }) => (JSON.parse(body) as WebhookEnvelope).data)
      .map(({ object, previous }) => [(object as PublishedList).version, (object as PublishedList).total, previous]);
  };
  try {
    await lists.load(rows(1, 2));
    const first = [1, '3', {}];
    expect(await published()).toEqual([first]);
    await lists.load(rows(1, 2));
    await lists.load(rows(5), { dryRun: true, sha256: () => 'cd'.repeat(32) });
    await lists.load(rows(0), { kind: 'exclusion' });
    await lists.load(rows(1, 2), { url: 'https://linea.example/moved.csv' });
    expect(await published()).toEqual([first]);

    await lists.load(rows(5), { sha256: () => 'cd'.repeat(32) });
    await rollBackList(lists.db, { ...of, version: null });
    await removeList(lists.db, of);
    await rollBackList(lists.db, { ...of, version: 2 });
    const before = { version: 1, wallets: 2, total: '3', sha256: 'ab'.repeat(32) };
    const after = { version: 2, wallets: 1, total: '5', sha256: 'cd'.repeat(32) };
    expect(await published()).toEqual([first, [2, '5', before], [1, '3', after], [2, '5', {}]]);
  } finally {
    await lists.close();
  }
});
