import fc from 'fast-check';
import type { CandidateState } from './candidate';
import { identifiersOf } from './identifiers';
import { type CandidatePlan, type IdentifiedSighting, planCandidates } from './plan-candidates';
import type { SightingIdentity } from './sighting';
import { NO_IDENTITY } from './testing';

interface StoredOne {
  state: CandidateState;
  sightings: Map<string, SightingIdentity>;
}

/** Candidates in memory, changed by plans as the database is. */
class Store {
  readonly candidates = new Map<number, StoredOne>();

  /** Plans and applies one batch; sightings that have a candidate are fed as changed ones. */
  feed(batch: ReadonlyMap<string, SightingIdentity>, newMax = 1_000): CandidatePlan {
    const sightings = [...batch].map(([key, identity]): IdentifiedSighting => {
      const id = [...this.candidates].find(([, one]) => one.sightings.has(key))?.[0] ?? null;
      if (id !== null) this.candidates.get(id)!.sightings.set(key, identity);
      return { key, source: 'merkl', identity, spam: 0, candidateId: id };
    });
    const plan = planCandidates(
      [...this.candidates].map(([id, one]) => ({ id, state: one.state, identities: [...one.sightings.values()] })),
      sightings,
      new Map([['merkl', newMax]]),
    );
    const ids = new Map(plan.created.map(({ id }) => [id, this.candidates.size + 1 - id]));
    for (const id of ids.values()) this.candidates.set(id, { state: 'new', sightings: new Map() });
    for (const { candidateId, intoId } of plan.merged) {
      const [from, into] = [this.candidates.get(candidateId)!, this.candidates.get(intoId)!];
      from.sightings.forEach((identity, key) => into.sightings.set(key, identity));
      from.sightings.clear();
      from.state = 'merged';
    }
    for (const { key, candidateId } of plan.placed) {
      this.candidates.get(ids.get(candidateId) ?? candidateId)!.sightings.set(key, batch.get(key)!);
    }
    return plan;
  }

  groups(): string[][] {
    return [...this.candidates.values()]
      .map(({ sightings }) => [...sightings.keys()].sort())
      .filter((of) => of.length > 0);
  }

  contracts(): number[] {
    return [...this.candidates.values()].map(
      ({ sightings }) => new Set([...sightings.values()].flatMap(({ contract }) => contract ?? [])).size,
    );
  }
}

const identity = (over: Partial<SightingIdentity>): SightingIdentity => ({ ...NO_IDENTITY, ...over });
const feed = (...batches: Record<string, Partial<SightingIdentity>>[]) => {
  const store = new Store();
  for (const batch of batches) store.feed(new Map(Object.entries(batch).map(([key, over]) => [key, identity(over)])));
  return store;
};

const anyOf = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 1 });
const anyIdentity = fc.record({
  token: anyOf('t1', 't2', 't3'),
  contract: anyOf('c1', 'c2', 'c3'),
  defillama: anyOf('d1', 'd2', 'd3'),
  market: anyOf('m1', 'm2'),
});
/** Batches of sightings with fixed identities, so that a later one contains some again. */
const anyBatches = fc
  .tuple(
    fc.array(anyIdentity, { minLength: 1, maxLength: 12 }),
    fc.array(fc.array(fc.nat(11), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
  )
  .map(([identities, batches]) =>
    batches.map(
      (batch) => new Map(batch.map((i) => [`s${i % identities.length}`, identities[i % identities.length]!])),
    ),
  );

describe('planCandidates', () => {
  it.each([
    ['a contract', { contract: 'c1' }, { contract: 'c1' }, 'same contract c1'],
    ['a token', { token: 't1', contract: 'c1' }, { token: 't1' }, 'same token t1'],
    ['a DefiLlama slug', { defillama: 'd1' }, { defillama: 'd1', token: 't1' }, 'same DefiLlama slug d1'],
    ['a market', { market: 'm1' }, { market: 'm1' }, 'same market m1'],
  ])('joins two sightings by %s, and states the reason', (_, one, other, reason) => {
    const store = feed({ one });
    const plan = store.feed(new Map([['other', identity(other)]]));
    expect([plan.placed, store.groups()]).toEqual([[{ key: 'other', candidateId: 2, reason }], [['one', 'other']]]);
  });

  it('merges nothing without a shared identifier', () =>
    expect(feed({ a: {}, b: {}, c: { token: 't1' }, d: { market: 't1' } }).groups()).toHaveLength(4));

  // Two seasons of one token have two lists, two roots and two windows.
  it('keeps two campaigns of one token apart, and a third sighting of the token out of both', () =>
    expect(
      feed(
        { a: { contract: 'c1', token: 't1' } },
        { b: { contract: 'c2', token: 't1' } },
        { c: { token: 't1' } },
      ).groups(),
    ).toEqual([['a'], ['b'], ['c']]));

  it('recognises in one batch that a token fits two campaigns, in any order', () =>
    expect(
      feed({ c: { token: 't1' }, b: { contract: 'c2', token: 't1' }, a: { contract: 'c1', token: 't1' } }).groups(),
    ).toEqual([['a'], ['b'], ['c']].map((of) => expect.arrayContaining(of))));

  it('makes two candidates one that a third sighting connects; the older one stays', () => {
    const store = feed({ a: { defillama: 'd1' } }, { b: { market: 'm1' } });
    const plan = store.feed(new Map([['c', identity({ defillama: 'd1', market: 'm1' })]]));
    const [into, from] = [...store.candidates.keys()];
    expect(plan.merged).toEqual([{ candidateId: from, intoId: into, reason: 'same market m1' }]);
    expect(store.groups()).toEqual([['a', 'b', 'c']]);
  });

  it('keeps the watched one of two candidates that become one', () => {
    const store = feed({ a: { defillama: 'd1' } }, { b: { market: 'm1' } });
    const [from, into] = [...store.candidates.keys()];
    store.candidates.get(into!)!.state = 'watched';
    expect(store.feed(new Map([['c', identity({ defillama: 'd1', market: 'm1' })]])).merged).toMatchObject([
      { candidateId: from, intoId: into },
    ]);
  });

  it('does not connect candidates of two contracts by a third sighting', () =>
    expect(
      feed(
        { a: { contract: 'c1', defillama: 'd1' } },
        { b: { contract: 'c2', market: 'm1' } },
        { c: { defillama: 'd1', market: 'm1' } },
      ).groups(),
    ).toEqual([['a'], ['b'], ['c']]));

  it('merges candidates when a sighting states a further identifier', () => {
    const store = feed({ a: { defillama: 'd1' }, b: { token: 't1' } });
    store.feed(new Map([['b', identity({ token: 't1', defillama: 'd1' })]]));
    expect(store.groups()).toEqual([['a', 'b']]);
  });

  it('creates at most the given number of candidates, those with the least spam, and holds back the others', () => {
    const sightings = [3, 1, 2, 0].map((spam) => ({
      key: `s${spam}`,
      source: 'merkl' as const,
      identity: identity({ token: spam === 0 ? 't2' : `t${spam}` }),
      spam,
      candidateId: null,
    }));
    const plan = planCandidates([], sightings, new Map([['merkl', 2]]));
    // s2 has the token of s0, so it needs no candidate of its own.
    expect(plan.placed.map(({ key }) => key)).toEqual(['s0', 's1', 's2']);
    expect([plan.created.length, plan.heldBack]).toEqual([2, ['s3']]);
    expect(planCandidates([], sightings, new Map()).heldBack).toHaveLength(4);
  });

  it('never gives a candidate two contracts', () =>
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const store = new Store();
        for (const batch of batches) {
          store.feed(batch);
          expect(Math.max(...store.contracts())).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    ));

  it('joins only sightings that a chain of shared identifiers connects', () =>
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const store = new Store();
        batches.forEach((batch) => store.feed(batch));
        for (const { sightings } of store.candidates.values()) {
          const [first, ...others] = [...sightings.values()];
          if (first === undefined) continue;
          const reached = new Set(identifiersOf(first));
          let waiting = others;
          for (let before = Infinity; waiting.length < before;) {
            before = waiting.length;
            waiting = waiting.filter((one) => {
              if (!identifiersOf(one).some((identifier) => reached.has(identifier))) return true;
              identifiersOf(one).forEach((identifier) => reached.add(identifier));
              return false;
            });
          }
          expect(waiting).toEqual([]);
        }
      }),
      { numRuns: 500 },
    ));

  it('never changes a decided candidate', () =>
    fc.assert(
      fc.property(anyBatches, fc.constantFrom('accepted' as const, 'rejected' as const), (batches, state) => {
        const store = new Store();
        for (const batch of batches) {
          const decided = [...store.candidates].filter(([, one]) => one.state === state);
          const before = JSON.stringify(decided.map(([id, { sightings }]) => [id, [...sightings]]));
          const plan = store.feed(batch);
          expect(JSON.stringify(decided.map(([id, { sightings }]) => [id, [...sightings]]))).toBe(before);
          const changed = new Set(plan.merged.flatMap(({ candidateId, intoId }) => [candidateId, intoId]));
          expect(decided.filter(([id]) => changed.has(id))).toEqual([]);
          const [open] = [...store.candidates.values()].filter((one) => one.state === 'new');
          if (open !== undefined) open.state = state;
        }
      }),
      { numRuns: 300 },
    ));

  it('places each sighting once', () =>
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const store = new Store();
        for (const batch of batches) {
          const plan = store.feed(batch);
          expect(new Set(plan.placed.map(({ key }) => key)).size).toBe(plan.placed.length);
        }
        const keys = store.groups().flat();
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).toHaveLength(new Set(batches.flatMap((batch) => [...batch.keys()])).size);
      }),
      { numRuns: 300 },
    ));
});
