import { ADDRESSES, campaignSighting, NO_IDENTITY, sightingOf } from '@droptrack/discovery/testing';
import { CandidateRepository } from './candidate.repository';
import { CandidateMergeError, CandidateNotFoundError, CandidateStateError } from './errors';
import { discoveryDatabase, NOW_MS } from './testing';

let discovery: Awaited<ReturnType<typeof discoveryDatabase>>;
let candidates: CandidateRepository;
beforeEach(async () => {
  discovery = await discoveryDatabase();
  candidates = new CandidateRepository(discovery.db);
});
afterEach(() => discovery.close());

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const by = { by: 'ada', nowMs: NOW_MS + 1 };
const AT = new Date(NOW_MS + 1).toISOString();
/** Ids of new candidates of topics with these names. */
const topics = async (...names: string[]) =>
  (
    await discovery.record(
      names.map((name) => sightingOf({ externalId: name, name })),
      { source: 'discourse' },
    )
  ).candidates;

describe('a decision', () => {
  it('is stored with its reason, its author and its time', async () => {
    const [id] = await topics('a');
    const decision = { candidateId: id!, reason: 'launch in spring', ...by };
    const watched = { state: 'watched', reason: 'launch in spring', decidedBy: 'ada', decidedAt: AT, updatedAt: AT };
    expect(await candidates.watch(decision)).toMatchObject(watched);
    expect(await candidates.find(id!)).toMatchObject(watched);
    expect(await candidates.reject({ ...decision, reason: 'no drop' })).toMatchObject({
      state: 'rejected',
      reason: 'no drop',
    });
    expect(await candidates.watch(decision)).toMatchObject(watched);
  });

  it('is rejected from a state that does not allow it, and changes nothing', async () => {
    const [id, other, third] = await topics('a', 'b', 'c');
    await candidates.watch({ candidateId: id!, reason: 'later', ...by });
    const before = await candidates.find(id!);
    expect(await failure(candidates.watch({ candidateId: id!, reason: 'x', ...by }))).toEqual(
      new CandidateStateError(id!, 'watched', 'watched'),
    );
    expect(await candidates.find(id!)).toEqual(before);
    await candidates.reject({ candidateId: other!, reason: 'no', ...by });
    expect(await failure(candidates.reject({ candidateId: other!, reason: 'no', ...by }))).toBeInstanceOf(
      CandidateStateError,
    );
    const into = { reason: 'same', ...by };
    expect(await failure(candidates.merge({ candidateId: other!, intoId: id!, ...into }))).toBeInstanceOf(
      CandidateStateError,
    );
    expect(await failure(candidates.merge({ candidateId: third!, intoId: other!, ...into }))).toBeInstanceOf(
      CandidateStateError,
    );
  });

  it('about an unknown candidate is rejected', async () => {
    const unknown = { candidateId: 9, reason: 'x', ...by };
    expect(await failure(candidates.watch(unknown))).toEqual(new CandidateNotFoundError(9));
    expect(await failure(candidates.reject(unknown))).toEqual(new CandidateNotFoundError(9));
    const [id] = await topics('a');
    expect(await failure(candidates.merge({ ...unknown, intoId: id! }))).toEqual(new CandidateNotFoundError(9));
    expect(await failure(candidates.merge({ ...unknown, candidateId: id!, intoId: 9 }))).toEqual(
      new CandidateNotFoundError(9),
    );
    expect(await candidates.find(9)).toBeNull();
  });
});

describe('a merge', () => {
  it('moves the sightings, and names the candidate by the most trusted source', async () => {
    const [id] = await topics('a');
    const [intoId] = (await discovery.record([sightingOf({ name: 'Proposal 7' })], { source: 'snapshot' })).candidates;
    const [protocol] = (await discovery.record([sightingOf({ name: 'Example' })], { source: 'defillama' })).candidates;
    expect(await candidates.merge({ candidateId: id!, intoId: intoId!, reason: 'same', ...by })).toMatchObject({
      name: 'Proposal 7',
    });
    expect(await candidates.merge({ candidateId: protocol!, intoId: intoId!, reason: 'same', ...by })).toMatchObject({
      id: intoId,
      state: 'new',
      name: 'Example',
      sightings: [{}, {}, {}],
    });
    expect(await candidates.find(id!)).toMatchObject({
      state: 'merged',
      mergedInto: intoId,
      decidedBy: 'ada',
      sightings: [],
    });
  });

  it('of two contracts is rejected: they are two drops', async () => {
    const [one, other] = (await discovery.record([campaignSighting(), campaignSighting({ contract: ADDRESSES[2] })]))
      .candidates;
    const merge = { candidateId: one!, intoId: other!, reason: 'same', ...by };
    expect(await failure(candidates.merge(merge))).toEqual(new CandidateMergeError(one!, other!, 'two_contracts'));
    expect(await failure(candidates.merge({ ...merge, intoId: one! }))).toMatchObject({ reason: 'same_candidate' });
    expect(await discovery.groups()).toHaveLength(2);
  });

  it('keeps later sightings of the same drop together', async () => {
    const identity = (over: object) => ({ identity: { ...NO_IDENTITY, ...over } });
    const { candidates: made } = await discovery.record(
      [
        sightingOf({ externalId: 'a', ...identity({ market: 'm' }) }),
        sightingOf({ externalId: 'b', ...identity({ defillama: 'd' }) }),
      ],
      { source: 'discourse' },
    );
    await candidates.merge({ candidateId: made[0]!, intoId: made[1]!, reason: 'same', ...by });
    await discovery.record([sightingOf({ externalId: 'c', ...identity({ market: 'm' }) })], { source: 'snapshot' });
    expect(await discovery.groups()).toEqual([['a', 'b', 'c']]);
  });
});

describe('the list of candidates', () => {
  it('is in the order of ids, by states, in pages', async () => {
    const ids = await topics('a', 'b', 'c', 'd');
    await candidates.watch({ candidateId: ids[2]!, reason: 'later', ...by });
    const listed = async (...query: Parameters<typeof candidates.list>) =>
      (await candidates.list(...query)).map(({ id }) => id);
    expect(await listed({ limit: 9 })).toEqual(ids);
    expect(await listed({ limit: 2, afterId: ids[1]! })).toEqual(ids.slice(2));
    expect(await listed({ limit: 9, states: ['watched', 'accepted'] })).toEqual([ids[2]]);
  });

  // A reorganisation removes what it removed, also from the review.
  it('omits candidates whose sightings are all gone, unless they are decided', async () => {
    const [id, rejected] = await topics('a', 'b');
    await candidates.reject({ candidateId: rejected!, reason: 'no', ...by });
    await discovery.record([], { source: 'discourse', gone: ['a', 'b'] });
    expect(await candidates.list({ limit: 9 })).toMatchObject([{ id: rejected }]);
    expect(await candidates.list({ limit: 9, gone: true })).toMatchObject([{ id }, { id: rejected }]);
  });

  it('of those that are related has equal names and shared identifiers', async () => {
    const { candidates: ids } = await discovery.record([
      campaignSighting(),
      campaignSighting({ contract: ADDRESSES[2] }, { name: 'Season 2' }),
      campaignSighting({ contract: ADDRESSES[3], token: ADDRESSES[3] }, { name: 'EXAMPLE Season 1' }),
      campaignSighting({ contract: ADDRESSES[1], token: ADDRESSES[0] }, { name: 'Other' }),
    ]);
    const [view] = await candidates.list({ limit: 1 });
    expect(view!.id).toBe(Math.min(...ids));
    const names = (await candidates.related(view!, 9)).map(({ name }) => name).sort();
    expect(names).toEqual(['EXAMPLE Season 1', 'Example Season 1', 'Season 2'].filter((name) => name !== view!.name));
  });
});
