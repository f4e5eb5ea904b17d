import {
  ALLOCATION_KINDS,
  LEGIT_CAPS,
  LEGIT_COMPONENTS,
  NEGATIVE_FINDINGS,
  WALLET_FAMILIES,
} from '@droptrack/catalogue';
import {
  CALENDAR_EVENT_STATUSES,
  CALENDAR_EVENT_TYPES,
  CALENDAR_PRECISIONS,
  CHECKER_KINDS,
  CHECKER_LISTS,
  DISTRIBUTION_METHODS,
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  DROP_STATUSES,
  SOURCE_KINDS,
} from '@droptrack/contracts';
import { DISTRIBUTOR_STYLE_NAMES } from '@droptrack/distributors';
import schema from '../../../../../../prisma/catalogue/drop.schema.json';
import { compileSchemaCheck } from './drop-schema';
import { formatPath } from './fault';

const check = compileSchemaCheck();
const DROP = { id: 'linea', name: 'Linea', chain: 'linea' };
const EVIDENCE = { score: 0.5, url: 'https://example.org/team', checked_at: '2026-08-01' };
const EVENT = { id: 'claim-1', type: 'claim', title: 'Claim window', starts_at: '2026-09-10T13:00:00Z' };
/** Findings of a drop with these additional members, as `path: message`. */
const findings = (over: object) =>
  check({ ...DROP, ...over }).map(({ path, message }) => `${formatPath(path)}: ${message}`);

describe('drop.schema.json', () => {
  it('lists the values that the contracts and the catalogue define', () => {
    const { properties: top, $defs: defs } = schema;
    const event = defs.event.properties;
    const without = <T>(list: readonly T[], left: T) => list.filter((value) => value !== left);
    expect(event.type.enum).toEqual(CALENDAR_EVENT_TYPES);
    expect(event.precision.enum).toEqual(CALENDAR_PRECISIONS);
    expect(event.status.enum).toEqual(without(CALENDAR_EVENT_STATUSES, 'occurred'));
    expect(defs.status.enum).toEqual([...DROP_STATUSES, null]);
    expect(defs.allocation.enum).toEqual([...ALLOCATION_KINDS, null]);
    expect(defs.method.enum).toEqual([...DISTRIBUTION_METHODS, null]);
    expect(top.distribution.properties.checker.properties.kind.enum).toEqual(CHECKER_KINDS);
    expect(top.distribution.properties.checker.properties.list.enum).toEqual(CHECKER_LISTS);
    expect(defs.source.then.properties.kind.enum).toEqual(without(SOURCE_KINDS, 'memory'));
    expect(top.wallets.items.enum).toEqual(WALLET_FAMILIES);
    expect(top.caps.items.else.enum).toEqual(LEGIT_CAPS);
    expect(defs.finding.properties.finding.enum).toEqual(LEGIT_CAPS);
    const isAllowed = (word: string) => new RegExp(top.caps.items.else.pattern).test(word);
    expect(LEGIT_CAPS.filter((word) => !isAllowed(word))).toEqual(NEGATIVE_FINDINGS);
    expect(Object.keys(top.legit.properties)).toEqual(LEGIT_COMPONENTS);
    expect(defs.claim_check.else.enum).toEqual([...DISTRIBUTOR_STYLE_NAMES, 'mapping']);
    expect(defs.slug).toMatchObject({ pattern: DROP_ID_PATTERN.source, maxLength: DROP_ID_LENGTH_MAX });
  });

  // Editors show the description.
  it('describes every property', () => {
    const bare: string[] = [];
    const visit = (node: unknown, at: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {} } = node as { properties?: Record<string, object> };
      const isFactRule = at.endsWith('/then') && Object.keys(properties).join() === 'value';
      for (const [name, property] of Object.entries(properties)) {
        if (!isFactRule && !('description' in property)) bare.push(`${at}/${name}`);
      }
      for (const [key, child] of Object.entries(node)) visit(child, `${at}/${key}`);
    };
    visit(schema, '');
    expect(bare).toEqual([]);
  });
});

describe('compileSchemaCheck', () => {
  it('accepts a drop with only the required members', () => {
    expect(findings({})).toEqual([]);
  });

  it('accepts facts without a source, with a source, and unknown', () => {
    const source = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' };
    expect(
      findings({
        source: 'memory',
        token: { symbol: 'LINEA', decimals: { value: 18, source: 'memory' }, address: null, source },
        snapshot: { block: { value: 1, source: 'https://example.org', at: '2026-08-01' }, date: '2026-07-10' },
        value: { fdv_usd: [5e8, 4e9], supply_share: { value: [0.05, 0.12], source }, price_usd: null },
        sources: { rss: ['https://example.org/feed.xml'], evm: { rpc: 'linea', contract: '0xab' } },
        events: [EVENT],
      }),
    ).toEqual([]);
  });

  it.each([
    [{ chian: 'linea' }, 'chian: unknown key "chian"; did you mean "chain"?'],
    [{ colour: 'red' }, 'colour: unknown key "colour"'],
    [{ token: { symbl: 'A' } }, 'token.symbl: unknown key "symbl"; did you mean "symbol"?'],
    [{ chain: { value: 'linea', src: 'memory' } }, 'chain.src: unknown key "src"'],
    [{ chain: { source: 'memory' } }, 'chain: "value" is missing'],
    [{ chain: null }, 'chain: must be text'],
    [{ name: 5 }, 'name: must be text: put it in quotes'],
    [{ name: '' }, 'name: must not be empty'],
    [{ name: ' Linea' }, 'name: must be one line without control characters and without blanks at its ends'],
    [{ id: 'Linea' }, 'id: must be lower-case letters, digits and single hyphens, such as `optimism-airdrop-1`'],
    [{ status: 'liev' }, 'status: must be one of upcoming, live, tge; did you mean "live"?'],
    [
      { wallets: ['btc'] },
      'wallets[0]: must be one of evm, solana, starknet, cosmos, sui, aptos, movement, ton, bitcoin',
    ],
    [{ wallets: ['evm', 'evm'] }, 'wallets: must not contain duplicates'],
    [{ token: { decimals: 1.5 } }, 'token.decimals: must be a whole number'],
    [{ token: { decimals: { value: 99 } } }, 'token.decimals.value: must be at most 36'],
    [{ token: { address: '0xabc' } }, 'token.address: must be a CAIP-19 asset id, such as `eip155:1/erc20:0x…`'],
    [{ distribution: { tokens: 5 } }, 'distribution.tokens: must be text: put it in quotes'],
    [
      { distribution: { tokens: '1e9' } },
      'distribution.tokens: must be an exact decimal number in quotes, such as "1162000000" or "0.5"',
    ],
    [{ value: { supply_share: 0 } }, 'value.supply_share: must be above 0'],
    [{ value: { fdv_usd: [1] } }, 'value.fdv_usd: must be one number or two, [p10, p90]'],
    [{ value: { fdv_usd: [1, 2, 3] } }, 'value.fdv_usd: must be one number or two, [p10, p90]'],
    [{ value: { fdv_usd: Infinity } }, 'value.fdv_usd: must be a number or a list'],
    [{ effort: { identity: 'yes' } }, 'effort.identity: must be true or false'],
    [{ legit: { team: { ...EVIDENCE, score: 1.01 } } }, 'legit.team.score: must be at most 1'],
    [{ legit: { team: { ...EVIDENCE, score: -0.01 } } }, 'legit.team.score: must be at least 0'],
    [{ legit: { team: { ...EVIDENCE, url: undefined } } }, 'legit.team: "url" is missing'],
    [{ legit: { team: { ...EVIDENCE, checked_at: undefined } } }, 'legit.team: "checked_at" is missing'],
    [
      { legit: { team: { ...EVIDENCE, url: 'http://a.b' } } },
      'legit.team.url: must be an https address, such as `https://example.org/docs`',
    ],
    [
      { links: { site: 'ftp://example.org' } },
      'links.site: must be an https address, such as `https://example.org/docs`',
    ],
    [
      { links: { site: 'https://user:pw@example.org' } },
      'links.site: must be an https address, such as `https://example.org/docs`',
    ],
    [
      { links: { Site: 'https://example.org' } },
      'links.Site: must be a name in lower-case letters, digits and underscores',
    ],
    [{ source: 'rumour' }, 'source: must be an https address, `memory`, or { kind, url, at }'],
    [{ source: 'http://example.org' }, 'source: must be an https address, `memory`, or { kind, url, at }'],
    [
      { source: { url: 'http://a.b', at: '2026-01-01' } },
      'source.url: must be an https address, such as `https://example.org/docs`',
    ],
    [{ source: { url: 'https://example.org' } }, 'source: "at" is missing'],
    [
      { source: { kind: 'memory', url: 'https://a.b', at: '2026-01-01' } },
      'source.kind: must be one of official, onchain, dataset, reported',
    ],
    [{ source: 'memory', at: '2026-02-30' }, 'at: is not an existing day'],
    [{ sources: { evm: { a: { b: 1 } } } }, 'sources.evm.a: must be text or a number or true or false or a list'],
    [
      { sources: { evm: { contract: 0x1f9840a85d5af5bf1d1762f925bdaddc4201f984 } } },
      'sources.evm.contract: must be at most 9007199254740991',
    ],
    [{ events: {} }, 'events: must be a list'],
    [
      { events: [{ ...EVENT, status: 'occurred' }] },
      'events[0].status: must be one of tentative, confirmed, cancelled',
    ],
    [
      { events: [{ ...EVENT, starts_at: 'soon' }] },
      'events[0].starts_at: must be a day (`2026-07-10`) or an instant with a time zone (`2026-07-10T15:00:00Z`)',
    ],
    [
      { events: [{ ...EVENT, starts_at: '2026-07-10T15:00:00' }] },
      'events[0].starts_at: must be a day (`2026-07-10`) or an instant with a time zone (`2026-07-10T15:00:00Z`)',
    ],
    [{ notes: '\u001b[2J' }, 'notes: must not hold control characters'],
  ])('reports for %j: %s', (over, finding) => {
    expect(findings(over)).toEqual([finding]);
  });

  it('reports each missing member by name', () => {
    expect(check({}).map(({ message }) => message)).toEqual([
      '"id" is missing',
      '"name" is missing',
      '"chain" is missing',
    ]);
  });

  it.each([[[]], ['text'], [5]])('rejects %j as a whole', (data) => {
    expect(check(data)).toEqual([{ path: [], on: 'value', message: expect.stringContaining('a group of keys') }]);
  });

  it.each([
    ['a long name', { name: 'x'.repeat(100_000) }],
    ['a long address', { links: { site: `https://example.org/${'%'.repeat(200_000)}` } }],
    ['an address of dots', { links: { site: `https://${'a.'.repeat(100_000)}` } }],
    ['a long list of events', { events: Array.from({ length: 3_000 }, () => EVENT) }],
    ['many unknown keys', Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`key${n}`, n]))],
  ])('rejects %s quickly', (_, over) => {
    const before = process.cpuUsage();
    expect(findings(over).length).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
