import { fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '@droptrack/persistence';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const PAGE = 'https://linea.build/claim';
const CHECKER = { url: 'https://linea-claim.xyz', kind: 'page', list: 'per_wallet' } as const;
const LINEA = dropDefinition('linea', {
  links: { site: 'https://www.linea.build', x: 'https://x.com/LineaBuild', shop: 'https://linea-shop.xyz' },
  officialDomains: [{ domain: 'claim.linea-foundation.org', page: PAGE }],
  distribution: { tokens: null, wallets: null, totalSupply: null, checker: fact(CHECKER) },
  events: [eventDefinition('claim', '2026-09-10T13:00:00.000Z', { type: 'claim', url: 'https://linea-claim.xyz' })],
});
const SECOND = dropDefinition('linea-2', { links: { docs: 'https://docs.linea.build' } });
/** On the list of phishing sites. */
const LISTED = 'nft-moonbirds.net';

describe('GET /v1/domains/{host}', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([LINEA, SECOND, dropDefinition('moonbirds', { links: { site: `https://${LISTED}` } })]);
  });
  afterAll(() => api.stop());

  describe('200', () => {
    it('returns the drops and the page of an official domain, for hosts below it as well', async () => {
      expect(await api.sdk.domains.get('App.LINEA.build.')).toEqual({
        host: 'app.linea.build',
        host_unicode: 'app.linea.build',
        status: 'official',
        drops: ['linea', 'linea-2'],
        official: { domain: 'linea.build', page: 'https://www.linea.build' },
        imitates: null,
        listed: null,
        as_of: expect.any(String),
      });
      const stated = await api.sdk.domains.get('claim.linea-foundation.org');
      expect(stated).toMatchObject({ status: 'official', drops: ['linea'], official: { page: PAGE } });
    });

    it('finds an imitation in Unicode and in ASCII', async () => {
      const found = await api.sdk.domains.get('lìnea.build');
      expect(found).toMatchObject({
        ...{ host: 'xn--lnea-qpa.build', host_unicode: 'lìnea.build', status: 'imitates', drops: ['linea', 'linea-2'] },
        ...{ official: null, imitates: { domain: 'linea.build', by: 'confusable' } },
      });
      expect(await api.sdk.domains.get('xn--lnea-qpa.build')).toMatchObject({ imitates: found.imitates });
      expect(await api.sdk.domains.get('linea-claim.xyz')).toMatchObject({ imitates: { by: 'combined_words' } });
    });

    // The list has names of its own that phishing sites imitate, and near names that it knows to be none.
    it('finds an imitation of a name of the list, without a drop', async () => {
      expect(await api.sdk.domains.get('etherscam.io')).toMatchObject({
        ...{ status: 'imitates', drops: [], imitates: { domain: 'etherscan.io', by: 'edit_distance' } },
      });
      expect(await api.sdk.domains.get('etherscan.io')).toMatchObject({ status: 'unknown', imitates: null });
      expect(await api.sdk.domains.get('metatask.io')).toMatchObject({ status: 'unknown', imitates: null });
    });

    it('returns the entry of the list with its date', async () => {
      const source = { source: 'eth-phishing-detect', version: '1.2.0', date: '2022-04-19' };
      expect(await api.sdk.domains.get('www.azukishop.live')).toMatchObject({
        ...{ status: 'listed_as_phishing', drops: [], listed: { host: 'azukishop.live', ...source } },
      });
    });

    // A real airdrop site was on the list by mistake: the caller decides.
    it('shows both facts about an official domain that is on the list', async () => {
      expect(await api.sdk.domains.get(LISTED)).toMatchObject({
        ...{ status: 'official', drops: ['moonbirds'], listed: { host: LISTED } },
      });
    });

    it.each(['example.com', 'github.com', 'linea.xyz', 'build.linea', 'x.com'])('knows nothing of %s', async (host) => {
      expect(await api.sdk.domains.get(host)).toMatchObject({
        ...{ status: 'unknown', drops: [], official: null, imitates: null, listed: null },
      });
    });

    it('follows the catalogue, for the plan free as its delayed view does', async () => {
      const free = api.sdkOf((await api.issueKey('free')).secret);
      expect(await free.domains.get('zora.co')).toMatchObject({ status: 'unknown' });
      const zora = dropDefinition('zora', { links: { site: 'https://zora.co' } });
      await applyDefinitions(api.db, { origin: 'catalogue', definitions: [zora], nowMs: Date.now() });
      await api.caughtUp();
      expect(await api.sdk.domains.get('zora.co')).toMatchObject({ status: 'official', drops: ['zora'] });
      expect(await free.domains.get('zora.co')).toMatchObject({ status: 'unknown' });
    });
  });

  describe('400', () => {
    it.each([
      'localhost',
      'https://linea.build',
      'linea.build/claim',
      'linea.build:443',
      'user@linea.build',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      'linea..build',
      '-linea.build',
      'li nea.build',
      'linea.build?x',
      'li%6Eea.build',
      `${'a'.repeat(64)}.build`,
      `${'a.'.repeat(126)}build`,
      'xn--a.build',
    ])('rejects %s', async (host) => {
      const response = await api.get(`/v1/domains/${encodeURIComponent(host)}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'host' }] });
    });
  });

  // The guard is of no use if the service itself offers a page of theft.
  it('publishes no link of a drop that is on another domain', async () => {
    const [drop, explained, { data }] = await Promise.all([
      api.sdk.drops.get('linea'),
      api.sdk.drops.explain('linea'),
      api.sdk.calendar.list({ drop: 'linea', from: '2026-01-01' }),
    ]);
    expect(drop.distribution.checker).toBeNull();
    expect(data).toMatchObject([{ type: 'claim', url: null }]);
    expect(explained.links.map(({ name }) => name)).toEqual(['site', 'x']);
    expect(explained.official_domains.map(({ domain }) => domain)).toEqual([
      'claim.linea-foundation.org',
      'linea.build',
    ]);
    const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const checked = await api.sdk.eligibility.check({ drop: 'linea', wallet });
    expect([checked.claim.url, checked.checker]).toEqual([null, undefined]);
    expect(JSON.stringify([drop, explained, data, checked])).not.toContain('linea-claim');
  });
});
