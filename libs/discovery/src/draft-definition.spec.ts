import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import { draftDefinition } from './draft-definition';
import { proposeDropId } from './drop-id';
import { NO_FACTS, type SightingFacts } from './sighting';
import {
  ADDRESSES,
  campaignSighting,
  candidateOf,
  knownDrop,
  listView,
  NO_IDENTITY,
  sightingOf,
  storedSighting,
} from './testing';

const NOW_MS = Date.parse('2026-11-22T10:00:00.000Z');
const draft = (
  view: Parameters<typeof draftDefinition>[0],
  known: Parameters<typeof draftDefinition>[1]['known'] = [],
) => draftDefinition(view, { id: 'example', nowMs: NOW_MS, known });
const onchain = { kind: 'onchain', url: `https://etherscan.io/address/${ADDRESSES[0]}`, at: '2026-11-21' } as const;
const topic = (facts: Partial<SightingFacts>, over: Parameters<typeof sightingOf>[0] = {}) =>
  storedSighting(sightingOf({ facts: { ...NO_FACTS, ...facts }, ...over }));

describe('draftDefinition', () => {
  it('states the facts of a campaign with the chain as their source, and nothing else', () => {
    const fact = <T>(value: T) => ({ value, source: onchain });
    expect(draft(candidateOf([storedSighting(campaignSighting())], { list: listView() }))).toEqual(
      dropDefinition({
        id: 'example',
        name: 'Example Season 1',
        chain: fact('ethereum'),
        token: { symbol: fact('EXM'), decimals: fact(18), address: fact(`eip155:1/erc20:${ADDRESSES[1]}`) },
        wallets: ['evm'],
        distribution: { tokens: fact('1000'), wallets: fact(100), totalSupply: null },
        claim: {
          rpc: 'ethereum',
          contract: `eip155:1:${ADDRESSES[0]}`,
          check: 'hasClaimed(uint256 index) returns (bool)',
          source: onchain,
        },
        links: { contract: onchain.url },
        events: [
          eventDefinition({
            key: 'claim',
            startsAt: '2026-11-21T12:00:00.000Z',
            endsAt: '2026-12-21T12:00:00.000Z',
            source: onchain,
          }),
        ],
        notes:
          'Drafted on 2026-11-22 from what evm-campaigns reported. The published list has the root of the contract.',
      }),
    );
  });

  it('states nothing without a fact, except that the chain is unknown', () => {
    const { notes, links, ...definition } = draft(candidateOf([topic({})]));
    expect(definition).toEqual(
      (({ notes: _, links: __, ...rest }) => rest)(
        dropDefinition({ id: 'example', name: 'Example', chain: { value: 'unknown', source: null } }),
      ),
    );
    expect([notes, links]).toEqual([
      'Drafted on 2026-11-22 from what discourse reported.',
      { discourse: 'https://forum.example.org/t/1' },
    ]);
  });

  it('prefers the chain over other sources, and notes their differences', () => {
    const definition = draft(
      candidateOf([
        storedSighting(
          sightingOf({
            facts: { ...NO_FACTS, wallets: 99, tvlUsd: 1, site: 'https://example.org' },
            identity: { ...NO_IDENTITY, defillama: 'example' },
          }),
          'defillama',
        ),
        storedSighting(campaignSighting()),
      ]),
    );
    expect(definition.distribution.wallets).toEqual({ value: 100, source: onchain });
    expect(definition.notes).toContain('Sources differ: they state 100 and 99 wallets.');
    expect(definition).toMatchObject({ links: { site: 'https://example.org' }, sources: { defillama: 'example' } });
  });

  it('states no source for a campaign without a page', () => {
    const definition = draft(candidateOf([storedSighting(campaignSighting({}, { url: null }))]));
    expect([definition.claim?.source, definition.token.symbol?.source, definition.links]).toEqual([null, null, {}]);
    expect(definition.notes).toContain(`Facts without a source are from the contract eip155:1:${ADDRESSES[0]}.`);
  });

  it.each([
    ['attest', 'A claim needs a signature of the attestor'],
    ['execute', 'holders do not receive them'],
    ['other', 'a plain claim may be rejected'],
  ] as const)('notes a way to claim of the type %s', (claimType, note) => {
    const notesOf = (over: Parameters<typeof campaignSighting>[0]) =>
      draft(candidateOf([storedSighting(campaignSighting(over))])).notes;
    expect(notesOf({ claimType })).toContain(note);
    expect([notesOf({}), notesOf({ claimType: 'default' })].join(' ')).not.toMatch(
      /[Cc]laim (?:needs|passes)|plain claim/,
    );
  });

  it('caps the legitimacy of an imitation, and notes the drop', () => {
    const view = candidateOf([storedSighting(campaignSighting())]);
    const definition = draft(view, [knownDrop({ id: 'example-1', name: 'Example', token: 'eip155:1/erc20:0x' })]);
    expect(definition.caps).toEqual(['phishing_listed']);
    expect(definition.notes).toContain('it resembles the drop example-1.');
  });

  it('states no window without a start, and one of another source as tentative', () => {
    const startsAt = '2026-11-21T12:00:01.500Z';
    expect(draft(candidateOf([topic({ endsAt: startsAt })])).events).toEqual([]);
    expect(draft(candidateOf([topic({ startsAt })])).events).toMatchObject([
      { startsAt: '2026-11-21T12:00:01.000Z', endsAt: null, precision: 'second', status: 'tentative' },
    ]);
  });

  it('states the probability of a market with its source and day', () => {
    const url = 'https://polymarket.com/event/example-fdv';
    const market = { fdvUsd: [], airdrop: null, launch: null, volumeUsd: 1 };
    const sighting = sightingOf({
      kind: 'market',
      url,
      market,
      facts: { ...NO_FACTS, probability: 0.7, launchBy: '2027-03-31T00:00:00.000Z' },
    });
    const definition = draft(candidateOf([storedSighting(sighting, 'polymarket')]));
    expect(definition.value.probability).toEqual({ value: 0.7, source: { kind: 'reported', url, at: '2026-11-21' } });
    expect(definition.notes).toContain('A launch is expected by 2027-03-31.');
  });

  it('states nothing of sightings that are gone', () => {
    const gone = { ...storedSighting(campaignSighting()), goneAt: '2026-11-22T00:00:00.000Z' };
    const definition = draft(candidateOf([gone]));
    expect(definition).toMatchObject({ events: [], token: { address: null }, wallets: null, links: {} });
    expect(definition).not.toHaveProperty('claim');
  });

  it('omits a symbol with blanks, which no catalogue file can state', () =>
    expect(draft(candidateOf([topic({ symbol: 'US Dollar' })])).token.symbol).toBeNull());
});

describe('proposeDropId', () => {
  const SLUG = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;
  const propose = (name: string, ...used: string[]) =>
    proposeDropId({ ...candidateOf([topic({ chain: 'base' })]), name }, new Set(used));

  it.each([
    ['Example Season 1', 'example-season-1'],
    ['  --Zoë & Co. ', 'zoe-co'],
    ['空投', 'candidate-1'],
    ['x'.repeat(80), 'x'.repeat(54)],
    [`${'x'.repeat(53)} y`, 'x'.repeat(53)],
    ['Sample Network', 'drop-sample-network'],
    ['Sample', 'drop-sample'],
    ['Samples', 'samples'],
  ])('%j becomes %s', (name, id) => {
    expect(propose(name)).toBe(id);
    expect(id).toMatch(SLUG);
  });

  it('adds the chain, then a number to an id that is used', () => {
    expect(propose('Example', 'example')).toBe('example-base');
    expect(propose('Example', 'example', 'example-base')).toBe('example-2');
    expect(propose('Example', 'example', 'example-base', 'example-2')).toBe('example-3');
    expect(propose('x'.repeat(80), 'x'.repeat(54), `${'x'.repeat(54)}-base`)).toMatch(SLUG);
  });
});
