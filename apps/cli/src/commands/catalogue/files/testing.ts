/** Definitions that a catalogue file can state, for tests. */
import {
  ALLOCATION_KINDS,
  type ClaimDefinition,
  type DropDefinition,
  type EventDefinition,
  type Fact,
  LEGIT_CAPS,
  LEGIT_COMPONENTS,
  type LegitCap,
  type LegitCapDefinition,
  NEGATIVE_FINDINGS,
  type Provenance,
  type Range,
  type TokensPerWallet,
} from '@droptrack/catalogue';
import { CALENDAR_PRECISIONS, CHECKER_KINDS, CHECKER_LISTS, DROP_STATUSES } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { periodStart } from './instants';

/** Texts that are structure in YAML, terminals or markup unless they are quoted. */
const HOSTILE = [
  'a: b',
  'a # b',
  '# a',
  '- a',
  '? a',
  '*source1',
  '&source1 a',
  '!!js/function "x"',
  '!<tag:yaml.org,2002:js/function> x',
  '{ a: b }',
  '[a',
  'it\'s "quoted"',
  'yes',
  'null',
  '~',
  '0x10',
  '1e3',
  '2026-07-10',
  '<<',
  '...',
  '---',
  '%YAML 1.1',
  '| a',
  '> a',
  '`a`',
  '@a',
  'a\\nb: c',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u202Egnp.exe',
  '\u009B2J',
  'x\u2028a: b',
  'x\u0085a: b',
  'a\uFEFFb',
];

const isLine = (text: string): boolean => /^(?!\s)[^\0-\u001f\u007f]+(?<!\s)$/.test(text) && text.length <= 120;

/** One line of text, as names and titles are. */
export const anyLine = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter(isLine),
);
const anyNotes = fc.oneof(
  fc
    .array(anyLine, { minLength: 1, maxLength: 4 })
    .chain((lines) =>
      fc.constantFrom(...[' ', '\n', '\n\n', '\n  ', ' \n', '\t'].map((between) => lines.join(between))),
    ),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 300 })
    .filter((text) => !/[\0-\u0008\u000b-\u001f\u007f]/.test(text)),
);
const anySlug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
const anyUrl = fc
  .tuple(fc.domain(), fc.webPath(), fc.option(fc.webFragments(), { nil: '' }))
  .map(([host, path, fragment]) => `https://${host}${path}#${fragment}`);
const anyDay = fc
  .date({ min: new Date('2009-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyInstantMs = fc.integer({ min: Date.UTC(2009, 0, 15), max: Date.UTC(2099, 0) });
const utc = (ms: number): string => new Date(ms).toISOString();

const datedSource: fc.Arbitrary<Provenance> = fc.record({
  kind: fc.constantFrom('official' as const, 'onchain' as const, 'dataset' as const, 'reported' as const),
  url: anyUrl,
  at: anyDay,
});
const anySource: fc.Arbitrary<Provenance> = fc.oneof(
  { weight: 4, arbitrary: datedSource },
  fc.record({ kind: fc.constant('reported' as const), url: anyUrl, at: fc.constant(null) }),
  fc.record({ kind: fc.constant('memory' as const), url: fc.constant(null), at: fc.option(anyDay) }),
);

/** Draws facts from few sources, so that some share one. */
function factsOf(sources: readonly (Provenance | null)[]) {
  const source = fc.constantFrom(...sources);
  const fact = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Fact<T>> => fc.record({ value, source });
  return { source, fact, maybe: <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Fact<T> | null> => fc.option(fact(value)) };
}
type Facts = ReturnType<typeof factsOf>;

const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc
    .oneof(fc.double({ min, max, noNaN: true }), fc.integer({ min: Math.ceil(min), max: Math.floor(max) }))
    .map((value) => value + 0);
const anyAmount = fc
  .tuple(fc.bigInt(0n, 10n ** 20n), fc.option(fc.stringMatching(/^\d{1,18}$/)))
  .map(([whole, fraction]) => (fraction === null ? String(whole) : `${whole}.${fraction}`));
/** Without a least amount, for which the tokens of the drop would have to suffice. */
const anyAmountsPerWallet: fc.Arbitrary<TokensPerWallet> = fc
  .subarray(['p10', 'p50', 'p90', 'max'] as const, { minLength: 1 })
  .map((names) => Object.fromEntries(names.map((name, index) => [name, `${index + 1}.5`])));
const rangeOf = (min: number, max: number): fc.Arbitrary<Range> =>
  fc.tuple(number(min, max), number(min, max)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

function anyEvent({ source }: Facts, key: string): fc.Arbitrary<EventDefinition> {
  return fc
    .record({
      type: fc.constantFrom('tge' as const, 'claim' as const, 'phase' as const),
      title: anyLine,
      at: anyInstantMs,
      length: fc.option(fc.integer({ min: 1, max: 10 ** 10 })),
      precision: fc.constantFrom(...CALENDAR_PRECISIONS),
      status: fc.constantFrom('confirmed' as const, 'tentative' as const, 'cancelled' as const),
      block: fc.option(fc.maxSafeNat()),
      phase: fc.option(anyLine),
      url: fc.option(anyUrl),
      source,
    })
    .map(({ at, length, ...event }) => {
      const startMs = periodStart(at, event.precision);
      return {
        ...event,
        key,
        startsAt: utc(startMs),
        endsAt: length === null ? null : utc(startMs + length),
        phase: event.type === 'phase' ? event.phase : null,
      };
    });
}

const anyQueries = fc.constantFrom<DropDefinition['sources']>(
  {},
  { defillama: 'linea', reddit: '"Linea Build"', polymarket: false },
  {
    defillama: { chain: 'OP Mainnet' },
    rss: { feeds: ['https://example.org/feed.xml'], words: ['linea airdrop'] },
  },
  { farcaster: 3, evm: { rpc: 'linea', contract: '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04' } },
);
const CHECKS: readonly Omit<ClaimDefinition, 'rpc' | 'contract' | 'source'>[] = [
  { check: 'isClaimed(uint256 index) returns (bool)' },
  { check: 'claimed(address) returns (bool)' },
  { check: 'hasClaimed(address) returns (bool)' },
  { check: 'hasClaimed(uint256 index) returns (bool)' },
  { check: 'claimedAmount(address) returns (uint256)' },
  { check: 'claimed(uint256 week, address) returns (bool)', args: ['12', 'wallet'] },
  { check: 'claimed(address, bool, uint256) returns (bool)', args: ['wallet', 'true', '9'.repeat(40)] },
  { check: 'hasClaimed(address) returns (uint256)', style: 'flag' },
  { check: 'claimableTokens(address) returns (uint256)', style: 'remaining', since: 70_397_689 },
  { check: 'claimed(address) returns (uint208 amount, uint48 timestamp)', result: 'amount' },
];
const TOKEN = '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';

function definitionOf(facts: Facts, dated: Provenance): fc.Arbitrary<DropDefinition> {
  const { source, fact, maybe } = facts;
  const claim = source.chain((from) => anyClaim(from));
  const listClaims = source.chain((from) =>
    fc.tuple(fc.option(anyClaim(from)), fc.dictionary(anySlug, anyClaim(from), { minKeys: 1, maxKeys: 3 })),
  );
  const evidence = fc.record(
    { score: number(0, 1), url: anyUrl, checkedAt: anyDay, note: anyLine },
    { requiredKeys: ['score', 'url', 'checkedAt'] },
  );
  const anyCap = (finding: LegitCap): fc.Arbitrary<LegitCapDefinition> => {
    const fact = fc.record(
      { finding: fc.constant(finding), url: anyUrl, at: anyDay, note: anyLine },
      { requiredKeys: ['finding', 'url', 'at'] },
    );
    return NEGATIVE_FINDINGS.includes(finding) ? fact : fc.oneof(fc.constant(finding), fact);
  };
  const required = fc.record({
    id: anySlug,
    name: anyLine,
    chain: fact(anySlug),
    token: fc.record({
      symbol: maybe(fc.constantFrom('LINEA', '$x', '#1', '1e5', '~', 'a:b', '<b>', '\u202EX')),
      decimals: maybe(fc.nat(36)),
      address: maybe(fc.constant(`eip155:59144/erc20:${TOKEN}`)),
    }),
    wallets: fc.option(fc.subarray(['evm', 'solana'] as const)),
    status: maybe(fc.constantFrom(...DROP_STATUSES)),
    snapshot: fc.record({ block: maybe(fc.maxSafeNat()), date: maybe(anyInstantMs.map(utc)) }),
    distribution: fc
      .record(
        {
          tokens: maybe(anyAmount),
          wallets: maybe(fc.nat(10 ** 9)),
          totalSupply: maybe(fc.constant('9'.repeat(30))),
          // The claims are of trees and of others.
          method: fact(fc.constantFrom('merkle' as const, 'cumulative_merkle' as const, 'token_sale' as const)),
          checker: fact(
            fc.record({
              url: anyUrl,
              kind: fc.constantFrom(...CHECKER_KINDS),
              list: fc.constantFrom(...CHECKER_LISTS),
            }),
          ),
        },
        { requiredKeys: ['tokens', 'wallets', 'totalSupply'] },
      )
      .chain((declared) =>
        maybe(fc.constant(declared.tokens?.value ?? '12.5')).map((claimed) => ({
          ...declared,
          ...(claimed !== null && { claimed }),
        })),
      ),
    links: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/), anyUrl, { maxKeys: 3 }),
    sources: anyQueries,
    events: fc
      .nat(3)
      .chain((length) => fc.tuple(...Array.from({ length }, (_, index) => anyEvent(facts, `event-${index}`)))),
    value: fc
      .tuple(
        fc.record({
          fdvUsd: maybe(rangeOf(1e-6, 1e15)),
          supplyShare: fc.constant(null),
          eligibleWallets: maybe(rangeOf(1, 1e11)),
          allocation: maybe(fc.constantFrom(...ALLOCATION_KINDS)),
          haircut: maybe(number(1e-9, 1)),
          probability: maybe(number(0, 1)),
          priceUsd: fc.option(number(0, 1e12).map((value) => ({ value, source: dated }))),
        }),
        fc.option(anyAmountsPerWallet),
      )
      .map(([declared, value]) => ({
        ...declared,
        ...(value !== null && { tokensPerWallet: { value, source: dated } }),
      })),
    cost: fc.record({
      gasUsd: maybe(number(0, 1e12)),
      feesUsd: maybe(number(0, 1e12)),
      capitalUsd: maybe(number(0, 1e12)),
      days: maybe(number(0, 36_500)),
      subscriptionsUsd: maybe(number(0, 1e12)),
    }),
    effort: fc.record({
      minutes: maybe(number(0, 1e6)),
      tasks: maybe(number(0, 1e4)),
      identity: maybe(fc.boolean()),
      recurring: maybe(fc.boolean()),
      technical: maybe(fc.boolean()),
    }),
    legit: fc
      .subarray([...LEGIT_COMPONENTS])
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, evidence])))),
    caps: fc.subarray([...LEGIT_CAPS]).chain((words) => fc.tuple(...words.map(anyCap))),
    notes: fc.option(anyNotes),
  });
  const claims = fc.oneof(
    claim.map((unnamed) => ({ claim: unnamed })),
    listClaims.map(([unnamed, lists]) => ({ ...(unnamed && { claim: unnamed }), listClaims: lists })),
  );
  return fc
    .tuple(required, fc.option(claims), fc.boolean())
    .map(([drop, declared, hasAliases]) => ({ ...drop, ...declared, ...(hasAliases && { l1Aliases: true as const }) }));
}

/** Claim of one list; the claims of a drop share their source, because a list without one has that of the others. */
function anyClaim(source: Provenance | null): fc.Arbitrary<ClaimDefinition> {
  const contract = fc.constantFrom(`eip155:1:${TOKEN}`, `eip155:59144:${TOKEN}`);
  const onEvm = fc
    .tuple(anySlug, contract, fc.constantFrom(...CHECKS))
    .map(([rpc, account, check]) => ({ rpc, contract: account, ...check, source }));
  const onSolana = fc.tuple(anySlug, fc.constantFrom('jito', 'saber')).map(([rpc, check]) => ({
    ...{ rpc, check, source },
    contract: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv',
    distributor: 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1',
  }));
  return fc.oneof(onEvm, onSolana);
}

/** Any definition that a catalogue file can state. */
export const anyDefinition: fc.Arbitrary<DropDefinition> = fc
  .tuple(fc.array(anySource, { minLength: 1, maxLength: 3 }), datedSource, fc.boolean())
  .chain(([sources, dated, withNone]) =>
    definitionOf(factsOf([...sources, dated, ...(withNone ? [null] : [])]), dated),
  );
