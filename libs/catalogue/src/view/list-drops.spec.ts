import type { DropBody } from '../revision';
import { type DropListQuery, listDrops } from './list-drops';
import { archival, dropBody, dropChange, LOG_START_MS, logOf, symbolChange } from './testing';
import { emptyView, foldRevisions } from './view';

const ALL: DropListQuery = {
  sort: 'hype',
  order: 'desc',
  statuses: null,
  chains: null,
  sample: null,
  q: null,
  updatedSinceMs: null,
};

function idsOf(bodies: readonly Partial<DropBody>[], query: Partial<DropListQuery>): string {
  const view = foldRevisions(emptyView, logOf(bodies.map((body) => dropChange(dropBody(body)))));
  return listDrops(view, { ...ALL, ...query }, null, 100)
    .rows.map(({ id }) => id)
    .join(' ');
}

const withEv = (id: string, p50: number | null): Partial<DropBody> => ({ id, ev_usd: { p50, p10: null, p90: null } });
const withSnapshot = (id: string, date: string | null): Partial<DropBody> => ({ id, snapshot: { block: null, date } });

describe('listDrops: order', () => {
  const drops = [withEv('none-b', null), withEv('low', -2.5), withEv('high', 0.1), withEv('none-a', null)];

  it('sorts drops without a value last, by id, in both directions', () => {
    expect(idsOf(drops, { sort: 'ev', order: 'desc' })).toBe('high low none-a none-b');
    expect(idsOf(drops, { sort: 'ev', order: 'asc' })).toBe('low high none-a none-b');
  });

  // By code unit, independent of the locale: digits and the hyphen before letters.
  it('breaks ties by id ascending, in both directions', () => {
    const tied = ['ab', 'a-b', 'a1', 'a'].map((id) => ({ id, hype_score: 50 }));
    expect(idsOf(tied, { order: 'desc' })).toBe('a a-b a1 ab');
    expect(idsOf(tied, { order: 'asc' })).toBe('a a-b a1 ab');
  });

  it('sorts snapshots by date', () => {
    const dated = [
      withSnapshot('later', '2026-10-01T00:00:00.000Z'),
      withSnapshot('unknown', null),
      withSnapshot('sooner', '2026-09-30T23:59:59.999Z'),
    ];
    expect(idsOf(dated, { sort: 'snapshot', order: 'asc' })).toBe('sooner later unknown');
    expect(idsOf(dated, { sort: 'snapshot', order: 'desc' })).toBe('later sooner unknown');
  });

  // A rating of 0 is a finding; null is the absence of any.
  it('sorts by the rating of legitimacy, 0 before drops without a rating in both directions', () => {
    const rated = [10, null, 90, 0].map((legit) => ({
      id: `l${legit}`,
      rating: { reward: null, legit, difficulty: 1 },
    }));
    expect(idsOf(rated, { sort: 'legit', order: 'desc' })).toBe('l90 l10 l0 lnull');
    expect(idsOf(rated, { sort: 'legit', order: 'asc' })).toBe('l0 l10 l90 lnull');
  });
});

describe('listDrops: order of names and of what is not measured', () => {
  it('sorts by name without regard to case, and cuts keys to what a cursor can contain', () => {
    const named = ['beta', 'Alpha', 'álpha', 'ALPHA 2', `alpha ${'z'.repeat(100)}`].map((name, n) => ({
      id: `d${n}`,
      name,
    }));
    expect(idsOf(named, { sort: 'name', order: 'asc' })).toBe('d1 d3 d4 d0 d2');
    expect(idsOf(named, { sort: 'name', order: 'desc' })).toBe('d2 d0 d4 d3 d1');
  });

  // A drop that no source measured must not rank above a quiet project that was measured.
  it('sorts hype without any reading last, in both directions', () => {
    const scored = [
      { id: 'quiet', hype_score: 21, hype_confidence: 0.5 },
      { id: 'unmeasured', hype_score: null, hype_confidence: 0 },
      { id: 'loud', hype_score: 70, hype_confidence: 1 },
    ];
    expect(idsOf(scored, { order: 'desc' })).toBe('loud quiet unmeasured');
    expect(idsOf(scored, { order: 'asc' })).toBe('quiet loud unmeasured');
  });
});

describe('listDrops: filters', () => {
  const drops: Partial<DropBody>[] = [
    { id: 'linea', name: 'Linea', chain: 'linea', status: 'live' },
    { id: 'zk-era', name: 'ZKsync Era', chain: 'zksync', status: 'tge' },
    { id: 'odos', name: 'ΟΔΟΣ', chain: 'base', status: 'upcoming' },
  ];

  it('accepts several statuses and chains', () => {
    expect(idsOf(drops, { statuses: new Set(['live', 'tge']) })).toBe('linea zk-era');
    expect(idsOf(drops, { chains: new Set(['base', 'linea']) })).toBe('linea odos');
    expect(idsOf(drops, { statuses: new Set(['live']), chains: new Set(['base']) })).toBe('');
  });

  // Names do not decide: a project can call itself a sample.
  it('returns only sample drops, or only real ones, by the prefix of the id', () => {
    const mixed = [...drops, { id: 'sample-odos-1', chain: 'base' }, { id: 'samples', name: 'Sample-x' }];
    expect(idsOf(mixed, { sample: true })).toBe('sample-odos-1');
    expect(idsOf(mixed, { sample: false })).toBe('linea odos samples zk-era');
    expect(idsOf(mixed, { sample: false, chains: new Set(['base']) })).toBe('odos');
    expect(idsOf(mixed, { sample: true, q: 'odo' })).toBe('sample-odos-1');
    expect(idsOf(mixed, { sample: null, q: 'odo' })).toBe('odos sample-odos-1');
  });

  it('returns an empty list for an unknown chain', () => {
    expect(idsOf(drops, { chains: new Set(['atlantis']) })).toBe('');
  });

  it.each([
    ['zksync', 'zk-era'],
    ['SYNC e', 'zk-era'],
    ['ZK-E', 'zk-era'],
    ['οδος', 'odos'],
    ['δοσ', 'odos'],
    ['E', 'linea zk-era'],
    ['.*', ''],
  ])('finds %p in names and slugs, case-insensitive: %p', (q, ids) => {
    expect(idsOf(drops, { q })).toBe(ids);
  });

  // Revision n of the test log is recorded n seconds after its start.
  it('includes updated_since', () => {
    expect(idsOf(drops, { updatedSinceMs: LOG_START_MS + 2_000 })).toBe('odos zk-era');
    expect(idsOf(drops, { updatedSinceMs: LOG_START_MS + 2_001 })).toBe('odos');
  });

  it('does not return an archived drop', () => {
    const view = foldRevisions(emptyView, logOf([dropChange(dropBody()), archival('drop', 'linea')]));
    expect(listDrops(view, ALL, null, 100)).toEqual({ rows: [], next: null });
  });
});

describe('listDrops: pages', () => {
  const view = foldRevisions(
    emptyView,
    logOf([withEv('a', 0.30000000000000004), withEv('b', null), withEv('c', null)].map((b) => dropChange(dropBody(b)))),
  );
  const byEv: DropListQuery = { ...ALL, sort: 'ev' };

  it('has no next page when the last row ends this one', () => {
    expect(listDrops(view, byEv, null, 3).next).toBeNull();
    expect(listDrops(view, byEv, null, 2).next).toEqual({ key: null, id: 'b' });
  });

  it('continues after a position that was serialized as JSON', () => {
    const { next } = listDrops(view, byEv, null, 1);
    const page = listDrops(view, byEv, JSON.parse(JSON.stringify(next)), 1);
    expect(page.rows.map(({ id }) => id)).toEqual(['b']);
  });

  // The checksum of a cursor is not secret: a client can create one with a key of the wrong type.
  it('returns a page, not an error, for a position of another type', () => {
    expect(() => listDrops(view, byEv, { key: 'high', id: 'a' }, 1)).not.toThrow();
  });
});

describe('listDrops: search', () => {
  const drops = [
    { id: 'zksync', name: 'ZKsync' },
    { id: 'jito', name: 'Jito' },
    { id: 'layerzero', name: 'LayerZero' },
    { id: 'optimism-airdrop-2', name: 'Optimism Airdrop #2' },
  ].map((body) => dropChange(dropBody(body)));
  const symbols = [symbolChange('jito', 'JTO'), symbolChange('layerzero', 'ZRO'), symbolChange('zksync', 'ZK')];
  const found = (q: string, changes = [...drops, ...symbols]) =>
    listDrops(foldRevisions(emptyView, logOf(changes)), { ...ALL, q }, null, 100).rows.map(({ id }) => id);

  it.each([
    ['JTO', ['jito']],
    ['$zro', ['layerzero']],
    ['zk sync', ['zksync']],
    ['ZK-Sync', ['zksync']],
    ['layer zero', ['layerzero']],
    ['optimism airdrop 2', ['optimism-airdrop-2']],
    ['airdrop_#2', ['optimism-airdrop-2']],
    ['STRK', []],
    ['-', []],
    ['\n', []],
    // From the end of a slug into the name behind it.
    ['toji', []],
  ])('finds symbols and other spellings: %j', (q, ids) => expect(found(q)).toEqual(ids));

  it('finds a symbol that is declared before its drop, with it or later, and no former one', () => {
    expect(found('jto', [...symbols, ...drops])).toEqual(['jito']);
    const renamed = [...drops, ...symbols, symbolChange('jito', 'JITO2')];
    expect([found('jto', renamed), found('jito2', renamed)]).toEqual([[], ['jito']]);
    expect(found('jto', [...drops, ...symbols, symbolChange('jito', null)])).toEqual([]);
  });

  it('shares the view of before while only other facts of definitions change', () => {
    const view = foldRevisions(emptyView, logOf([...drops, ...symbols]));
    const again = logOf([...drops, ...symbols, ...symbols]).slice(view.seq);
    expect(foldRevisions(view, again).drops).toBe(view.drops);
  });
});
