import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { fakeCoin, fakeCoins, fakeDefillama, fakeEvm, fakeGithub } from '@droptrack/connectors/testing';
import { type FakeServer, mounted, startFakeServer } from '@droptrack/sources/testing';
import { loadProbeConfig } from '../../../config/probe';
import { probe } from './probe';
import { EXAMPLE_QUERIES, probeQueriesOf } from './probe-queries';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const TOKEN = `eip155:1/erc20:0x${'1'.repeat(40)}`;
const sources = { defillama: 'lido', github: 'owner/name', evm: { rpc: 'linea', contract: `0x${'1'.repeat(40)}` } };
const token = { symbol: null, decimals: null, address: fact(TOKEN) };
const queries = probeQueriesOf([
  dropDefinition({ id: 'linea', sources, token }),
  dropDefinition({ id: 'sample-one', sources: { coingecko: 'sample' } }),
]);

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer(
    mounted({
      defillama: fakeDefillama({
        protocols: new Map([['lido', { tvlUsd: 5e9 }]]),
        chains: new Map(),
        nowMs: () => NOW_MS,
      }),
      github: fakeGithub({ repositories: new Map(), token: 'good' }),
      coins: fakeCoins({ coins: new Map([[`ethereum:0x${'1'.repeat(40)}`, fakeCoin(2.5, NOW_MS - 76 * 60_000, 1)]]) }),
      node: fakeEvm({ nowMs: () => NOW_MS, blockMs: 2_000, sendersPerDay: 5 }),
      short: fakeEvm({ nowMs: () => NOW_MS, blockMs: 2_000, rangeBlocksMax: 10 }),
      merkl: () => ({ body: [] }),
    }),
  );
});
afterAll(() => server.close());

const OFF = { SOURCES_OFF: 'rss,polymarket,snapshot,farcaster', FINDERS_OFF: 'all' };
const run = async (env: Readonly<Record<string, string>>) => {
  const config = loadProbeConfig({ ...OFF, ...env });
  const findings = await probe(config, queries, { nowMs: () => NOW_MS, stopping: new AbortController().signal });
  return new Map(findings.map(({ check, state, message }) => [check, `${state} ${message}`]));
};
const at = (name: string) => `${server.url}/${name}`;
const CLOSED = 'http://127.0.0.1:9';

describe('a probe', () => {
  it('states what each source returned, or why it did not, and asks no sample', async () => {
    const env = {
      DEFILLAMA_URL: at('defillama'),
      GITHUB_URL: at('github'),
      GITHUB_TOKEN: 'wrong',
      COINS_URL: at('coins'),
    };
    const nodes = `linea=${at('node')},base=${at('short')},scroll=${CLOSED}`;
    const found = await run({
      ...env,
      EVM_RPC_URLS: nodes,
      MERKL_URL: at('merkl'),
      FINDERS_OFF: 'evm-campaigns,polymarket,defillama,snapshot',
    });
    expect(Object.fromEntries(found)).toMatchObject({
      'probe defillama': expect.stringMatching(/^ok linea: tvl_usd /),
      'probe github': expect.stringMatching(
        /^fail linea: 127\.0\.0\.1:\d+: access denied \(status 401\) \(unauthorized\)$/,
      ),
      'probe coingecko': 'ok not asked: no drop has a query for it',
      'probe prices': `ok linea: ${TOKEN} 2.5 USD, 76 min old`,
      'probe evm/linea': expect.stringMatching(
        /^ok chain 59144, block \d+, 0 s old; logs of 2000 blocks in one request$/,
      ),
      'probe evm/base': expect.stringMatching(/^ok chain .* it rejects logs of 2000 blocks .* exceeds limit of 10/),
      'probe evm/scroll': expect.stringMatching(
        /^fail 127\.0\.0\.1:9: connection failed \(ECONNREFUSED\) \(network\)$/,
      ),
      'probe reddit': 'ok off: it needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
      'probe rss': 'ok off: SOURCES_OFF names it',
      'probe finder merkl': 'ok read 0 sightings',
      'probe finder discourse': 'ok off: it needs DISCOURSE_FORUMS',
      'probe finder polymarket': 'ok off: FINDERS_OFF or SOURCES_OFF names it',
    });
  });

  it('asks for an example where no drop has a query, and a source that does not have it responds as well', async () => {
    const gone = await startFakeServer(({ url }) => (url.pathname === '/markets' ? { body: [] } : null));
    const config = loadProbeConfig({ SOURCES_OFF: 'rss,snapshot,defillama,github,coingecko,prices', FINDERS_OFF: 'all', POLYMARKET_URL: gone.url }); // prettier-ignore
    const deps = { nowMs: () => NOW_MS, stopping: new AbortController().signal };
    const findings = await probe(config, EXAMPLE_QUERIES, deps);
    await gone.close();
    const message = 'example: responded without a value';
    expect(findings).toContainEqual({ check: 'probe polymarket', state: 'ok', message, advice: null });
  });

  it('is one finding when nothing can be reached', async () => {
    const found = await run({ DEFILLAMA_URL: CLOSED, GITHUB_URL: CLOSED, COINS_URL: CLOSED });
    expect([...found].filter(([, text]) => text.startsWith('fail'))).toEqual([
      ['probe', expect.stringContaining('None of the 3 sources can be reached')],
    ]);
  });

  it('rejects invalid settings by the names of their variables', () => {
    expect(() => loadProbeConfig({ GITHUB_TOKEN: 'sec ret', MERKL_URL: 'x' })).toThrow(/GITHUB_TOKEN[^]*MERKL_URL/);
  });
});
