import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { Wallet } from '@droptrack/eligibility';
import { ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { ApiProgram } from './api-program';
import { ExplorerTour } from './explorer-tour';
import {
  applyDrops,
  generatedWallets,
  LISTED_DROP,
  loadWallets,
  PAST,
  WITH_PROOFS,
  withProofsOf,
} from './generated-wallets';
import { RecordingProxy } from './recording-proxy';
import { builtProgram } from '@droptrack/program/testing';
import { serverTexts, type StoredText, storedTexts, WalletTraces } from './wallet-traces';
import { visitWithBrowser, type BrowserVisit } from './explorer-browser';

const { evm, solana, starknet, cosmos } = generatedWallets('explorer');

/** Generated wallets without owners. */
const LISTED = Array.from({ length: 2 }, (_, i) => evm(`listed ${i}`));
const LISTED_SOLANA = [solana('listed on Solana')];
const LISTED_STARKNET = [starknet('listed on Starknet')];
const LISTED_COSMOS = [cosmos('listed on a Cosmos chain')];
const STRANGERS = [evm('stranger'), solana('stranger on Solana'), starknet('stranger on Starknet')];
const ALL = [...LISTED, ...LISTED_SOLANA, ...LISTED_STARKNET, ...LISTED_COSMOS, ...STRANGERS];

/** A phrase that BIP-39 publishes as a test vector, and keys without a wallet, with a piece of each. */
const SECRETS = [
  ['legal winner thank year wave sausage worth useful legal winner thank yellow', 'sausage'],
  ['7f3a'.repeat(16), '7f3a7f3a'],
  [`0x01${'7f3a'.repeat(15)}7f`, '7f3a7f3a'],
] as const;

const DROPS = [
  LISTED_DROP,
  dropDefinition({ id: 'on-solana', chain: fact('solana'), snapshot: { block: null, date: fact(PAST) } }),
  dropDefinition({ id: 'on-starknet', chain: fact('starknet'), snapshot: { block: null, date: fact(PAST) } }),
  dropDefinition({ id: 'on-celestia', chain: fact('celestia'), snapshot: { block: null, date: fact(PAST) } }),
  dropDefinition({ id: 'pending' }),
];

async function publish(db: Database): Promise<void> {
  await applyDrops(db, DROPS);
  await loadWallets(db, 'listed', LISTED, WITH_PROOFS);
  await loadWallets(db, 'on-solana', LISTED_SOLANA);
  await loadWallets(db, 'on-starknet', LISTED_STARKNET, await withProofsOf('starknet_poseidon'));
  await loadWallets(db, 'on-celestia', LISTED_COSMOS, await withProofsOf('cosmwasm'));
}

describe('wallet checks through the explorer', () => {
  const traces = new WalletTraces(ALL);
  let [test, db]: [TestDatabase, Database] = [null!, null!];
  let [api, explorer]: [ApiProgram, ApiProgram] = [null!, null!];
  let proxy: RecordingProxy;
  let tour: ExplorerTour;
  let browser: BrowserVisit;
  let key = '';
  let [figures, foreign, callsOfForeign]: [string, number[], number] = ['', [], 0];
  let stored: StoredText[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
    await publish(db);
    key = (await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'explorer' })).secret;
    api = await ApiProgram.start(builtProgram('api'), { databaseUrl: test.url });
    proxy = await RecordingProxy.start(api.url);
    explorer = await ApiProgram.start(builtProgram('explorer'), {
      databaseUrl: '',
      env: { EXPLORER_API_URL: proxy.url, EXPLORER_API_KEY: key, EXPLORER_PORT: '0', TRUSTED_PROXIES: '127.0.0.1' },
    });
    tour = new ExplorerTour(explorer, traces);
    await takeTour();
    figures = await api.figures();
    stored = [...(await storedTexts(db)), ...(await serverTexts(db))];
    await stop();
  });
  afterAll(async () => {
    await stop();
    await db?.close();
    await test?.drop();
  });
  const stop = async () => {
    await explorer?.stop();
    await proxy?.close();
    await api?.stop();
  };

  async function takeTour(): Promise<void> {
    for (const wallet of ALL)
      await tour.forms(wallet, ['listed', 'on-solana', 'on-starknet', 'on-celestia', 'pending', 'gone', 'unknown', '']);
    for (const [secret] of SECRETS) await pasteSecret(secret);
    const before = proxy.requests.length;
    foreign = await tour.foreignForms(LISTED[0]!);
    // The explorer may read what it shows meanwhile; a wallet is only in a body.
    callsOfForeign = proxy.requests.slice(before).filter(({ method }) => method !== 'GET').length;
    browser = await visitWithBrowser(explorer.url, LISTED[1]!.address, 'listed');
    await failingApi();
  }

  async function pasteSecret(secret: string): Promise<void> {
    await tour.check(secret, 'listed', []);
    await tour.check(ALL[0]!.address, secret, []);
    for (const path of ['/?q=', '/calendar?drop=', '/drops/', '/check?drop=']) {
      await tour.send(`${path}${encodeURIComponent(secret)}`, `secret ${path}`, []);
    }
  }

  /** Errors of the API, and no API, with a wallet in the request. */
  async function failingApi(): Promise<void> {
    const [wallet] = LISTED as [Wallet];
    await db.query('ALTER TABLE list_rows RENAME COLUMN amount TO sum');
    await tour.check(wallet.address, 'listed', [wallet]);
    await tour.check(wallet.address, '', [wallet]);
    await db.query('ALTER TABLE list_rows RENAME COLUMN sum TO amount');
    await Promise.all(Array.from({ length: 15 }, () => tour.check(wallet.address, 'listed', [wallet], OTHER_NETWORK)));
    await addressTour();
  }
  /** Loopback addresses have no limit. */
  const OTHER_NETWORK = { 'x-forwarded-for': '203.0.113.7' };

  async function addressTour(): Promise<void> {
    for (const wallet of ALL) await tour.addresses(wallet, [wallet]);
    await proxy.close();
    for (const wallet of ALL) await tour.check(wallet.address, 'listed', [wallet]);
    await tour.check(ALL[0]!.address, '', [ALL[0]!]);
  }

  // Precondition of the other tests.
  it('cover results, problems and failures', () => {
    const seen = new Set(tour.visits.map(({ status }) => status));
    expect([...seen]).toEqual(expect.arrayContaining([200, 403, 404, 410, 413, 415, 422, 429, 503]));
    expect(tour.visits.some(({ body }) => body.includes('data-proof='))).toBe(true);
    expect(proxy.requests.filter(({ target }) => target.startsWith('/v1/eligibility')).length).toBeGreaterThan(30);
  });

  it('leave in a page only the wallet of its form, and none in a header', () => {
    expect(tour.leaks).toEqual([]);
  });

  it('send a wallet to the API only in the body of a check', () => {
    const checks = ['/v1/eligibility', '/v1/wallets/drops'];
    const elsewhere = proxy.requests.filter(
      ({ target, headers, body }) =>
        traces.in(target).size > 0 ||
        traces.in(headers).size > 0 ||
        (!checks.some((path) => target.startsWith(path)) && traces.in(body).size > 0),
    );
    expect(elsewhere).toEqual([]);
  });

  it('leave no recovery phrase and no private key in a page, a call of the API, a log, a metric or a table', () => {
    const calls = proxy.requests.map((request) => JSON.stringify(request));
    const pages = tour.visits.map(({ body, headers }) => body + JSON.stringify([...headers]));
    const texts = [...pages, ...calls, explorer.said(), api.said(), figures, ...stored.map(({ text }) => text)];
    expect(tour.visits.filter(({ body }) => /private key|recovery phrase/.test(body)).length).toBeGreaterThan(10);
    for (const [, piece] of SECRETS) expect(texts.filter((text) => text.includes(piece))).toEqual([]);
  });

  it('leave no wallet in the logs of the explorer and of the API', () => {
    for (const said of [explorer.said(), api.said()]) {
      expect(said.split('\n').length).toBeGreaterThan(50);
      expect(said.split('\n').filter((line) => traces.in(line).size > 0)).toEqual([]);
    }
    expect(explorer.said()).toContain('/check');
  });

  it('leave no wallet in the metrics, nor in any column of the database except those of loaded lists', () => {
    expect(figures).toContain('/v1/eligibility');
    expect(traces.in(figures).size).toBe(0);
    const found = stored.filter(({ text }) => traces.in(text).size > 0).map(({ place }) => place);
    expect(found).toEqual(['list_rows.wallet']);
  });

  it('have results that nothing stores, and pages that give no address to other sites', () => {
    for (const { about, status, headers, isPosted } of tour.visits) {
      const facts = { about, status, referrer: headers.get('referrer-policy'), stored: headers.get('cache-control') };
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      if (isPage) expect(facts).toMatchObject({ referrer: 'no-referrer' });
      if (isPage) expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      if (isPosted || (isPage && about.startsWith('address'))) expect(facts).toMatchObject({ stored: 'no-store' });
    }
  });

  it('are not accepted from other sites, and then not sent to the API', () => {
    expect(foreign).toEqual([403, 403, 403, 403]);
    expect(callsOfForeign).toBe(0);
  });

  // A key in a page would let every visitor spend its rate limit.
  it('never show the key of the explorer', () => {
    const texts = [
      ...tour.visits.map(({ headers, body }) => JSON.stringify([...headers]) + body),
      ...browser.responses,
    ];
    const secret = key.slice(8, -4);
    expect(texts.filter((text) => text.includes(secret.slice(0, 14)) || text.includes(secret.slice(-14)))).toEqual([]);
    expect(proxy.requests.every(({ headers }) => headers.includes(key))).toBe(true);
    expect(explorer.said()).not.toContain(secret.slice(0, 14));
  });

  describe('in a browser', () => {
    it('verify the proof there, without a further request', () => {
      expect(browser.verdict).toContain('Verified in your browser');
      expect(browser.pathsSinceForm).toEqual(['/assets/site.css', '/assets/verify-proof.js', '/check']);
    });

    it('send the wallet in the body of one request only', () => {
      expect(browser.posted).toBe(1);
      expect([...traces.in(browser.addresses.join('\n'))]).toEqual([]);
      expect([...traces.in(browser.headers.join('\n'))]).toEqual([]);
    });

    // Chromium keeps the open tabs with their forms in `Sessions` until its next start, whatever the site sends.
    it('leave no wallet in the history, the cache or the cookies of the profile', () => {
      const files = browser.profileFiles.filter(({ name }) => !name.includes('/Sessions/'));
      for (const name of ['History', 'Cookies', 'Cache_Data']) {
        expect(files.some((file) => file.name.includes(name))).toBe(true);
      }
      expect(files.filter(({ text }) => traces.in(text).size > 0).map(({ name }) => name)).toEqual([]);
    });
  });
});
