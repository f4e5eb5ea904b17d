import { draftDefinition } from '@droptrack/discovery';
import { campaignSighting, sightingOf } from '@droptrack/discovery/testing';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions, DuplicateDefinitionError } from '../drops/apply';
import { collectLogState } from '../log/testing';
import { type Acceptance, acceptCandidate } from './accept-candidate';
import { CandidateRepository } from './candidate.repository';
import { CandidateGoneError, CandidateNotFoundError, CandidateStateError, DropIdTakenError } from './errors';
import { readKnownTokens } from './read-known-tokens';
import { discoveryDatabase, NOW_MS } from './testing';

let discovery: Awaited<ReturnType<typeof discoveryDatabase>>;
let candidates: CandidateRepository;
beforeEach(async () => {
  discovery = await discoveryDatabase();
  candidates = new CandidateRepository(discovery.db);
});
afterEach(() => discovery.close());

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const found = async () => (await discovery.record([campaignSighting()])).candidates[0]!;
const accept = (candidateId: number, over: Partial<Acceptance> = {}) =>
  acceptCandidate(discovery.db, {
    candidateId,
    definition: dropDefinition({ id: 'example' }),
    origin: 'discovered',
    by: 'ada',
    reason: 'official contract',
    nowMs: NOW_MS + 1,
    ...over,
  });
const dropIds = async () =>
  (await discovery.db.query<{ id: string }>('SELECT id FROM drops ORDER BY id')).map(({ id }) => id);
const lists = () => discovery.db.query<{ dueAt: Date | null }>('SELECT due_at AS "dueAt" FROM campaign_lists');

describe('acceptCandidate', () => {
  it('publishes the drafted drop, and makes its list due, in one transaction', async () => {
    const id = await found();
    await discovery.db.query(`UPDATE campaign_lists SET state = 'verified', due_at = NULL`);
    const definition = draftDefinition((await candidates.find(id))!, { id: 'example', nowMs: NOW_MS, known: [] });
    const { candidate, apply } = await accept(id, { definition });
    expect(apply).toMatchObject({ created: 1, changes: [{ id: 'example', kind: 'created' }] });
    expect(candidate).toMatchObject({
      state: 'accepted',
      dropId: 'example',
      reason: 'official contract',
      decidedBy: 'ada',
    });
    const { revisions } = await collectLogState(discovery.db);
    expect(revisions.map(({ entity }) => entity).sort()).toEqual(['calendar_event', 'definition', 'drop']);
    expect(await lists()).toEqual([{ dueAt: new Date(NOW_MS + 1) }]);
  });

  it('accepts only the candidate if a file has the definition', async () => {
    expect(await accept(await found(), { origin: null })).toMatchObject({
      candidate: { dropId: 'example' },
      apply: null,
    });
    expect(await dropIds()).toEqual([]);
  });

  it('changes nothing if the definition is rejected', async () => {
    const id = await found();
    const event = {
      ...draftDefinition((await candidates.find(id))!, { id: 'x', nowMs: NOW_MS, known: [] }).events[0]!,
    };
    const definition = dropDefinition({ id: 'example', events: [event, event] });
    expect(await failure(accept(id, { definition }))).toBeInstanceOf(DuplicateDefinitionError);
    expect([(await candidates.find(id))!.state, await dropIds()]).toEqual(['new', []]);
  });

  // An apply of a second drop with the id would replace the first one.
  it('rejects the id of another drop, also of an archived one, and of another candidate', async () => {
    const id = await found();
    const apply = (...ids: string[]) =>
      applyDefinitions(discovery.db, {
        origin: 'discovered',
        definitions: ids.map((one) => dropDefinition({ id: one })),
        prune: true,
        nowMs: NOW_MS,
      });
    await apply('example');
    await apply();
    expect(await failure(accept(id))).toEqual(new DropIdTakenError('example'));
    const definition = dropDefinition({ id: 'other' });
    await accept(id, { definition, origin: null });
    const [second] = (await discovery.record([sightingOf()], { source: 'discourse' })).candidates;
    expect(await failure(accept(second!, { definition, origin: null }))).toEqual(new DropIdTakenError('other'));
  });

  it('rejects candidates that are unknown, decided, or gone', async () => {
    const id = await found();
    expect(await failure(accept(9))).toEqual(new CandidateNotFoundError(9));
    await discovery.record([], { gone: [campaignSighting().externalId] });
    expect(await failure(accept(id))).toEqual(new CandidateGoneError(id));
    await candidates.reject({ candidateId: id, reason: 'gone', by: 'ada', nowMs: NOW_MS });
    expect(await failure(accept(id))).toEqual(new CandidateStateError(id, 'rejected', 'accepted'));
    expect(await dropIds()).toEqual([]);
  });

  it('accepts a candidate once, of two workers at the same time', async () => {
    const id = await found();
    const results = await Promise.all([accept(id), failure(accept(id))].map(failure));
    expect(results.filter((result) => result instanceof CandidateStateError)).toHaveLength(1);
    expect(await dropIds()).toEqual(['example']);
  });
});

it('reads the names, tokens, contracts and slugs of the catalogue, except archived drops', async () => {
  const none = { symbol: null, token: null, contract: null, defillama: null, market: null };
  const apply = (...definitions: ReturnType<typeof dropDefinition>[]) =>
    applyDefinitions(discovery.db, { origin: 'test', definitions, prune: true, nowMs: NOW_MS });
  const claim = { rpc: 'linea', contract: 'eip155:59144:0x1', check: 'claimed(address) returns (bool)', source: null };
  const token = { symbol: fact('LINEA'), decimals: null, address: fact('eip155:59144/erc20:0x2') };
  const linea = dropDefinition({
    token,
    claim,
    sources: { defillama: { chain: 'Linea' }, polymarket: 'linea-airdrop' },
  });
  await apply(dropDefinition({ id: 'archived' }), linea);
  await apply(
    linea,
    dropDefinition({
      id: 'uniswap',
      name: 'Uniswap',
      sources: { defillama: 'uniswap', polymarket: { market: 'uni', outcome: 'No' } },
    }),
    dropDefinition({ id: 'zora', name: 'Zora', sources: { defillama: false } }),
  );
  expect(await readKnownTokens(discovery.db)).toEqual([
    {
      ...{ id: 'linea', name: 'Linea', symbol: 'LINEA', token: 'eip155:59144/erc20:0x2', contract: 'eip155:59144:0x1' },
      ...{ defillama: null, market: 'linea-airdrop' },
    },
    { ...none, id: 'uniswap', name: 'Uniswap', defillama: 'uniswap', market: 'uni' },
    { ...none, id: 'zora', name: 'Zora' },
  ]);
});
