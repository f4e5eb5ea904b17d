import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { FakeServer } from '@droptrack/sources/testing';
import type { Wallet } from '@droptrack/eligibility';
import { ApiKeyRepository, type Database, generateApiKey, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createHash } from 'node:crypto';
import { ApiProgram } from './api-program';
import { applyDrops, generatedWallets, LISTED_DROP, loadWallets, WITH_PROOFS, withProofsOf } from './generated-wallets';
import { ILLNESSES, PrivacyProbe, requestsAbout, startIllNodes } from './privacy-probe';
import { exchange, requestsWith } from './privacy-headers';
import { builtProgram } from '@droptrack/program/testing';
import { serverTexts, type StoredText, storedTexts, WalletTraces } from './wallet-traces';

/** Substrings of the secret part of a key: between its prefix and its last four characters. */
const keyTraces = (key: string): string[] => Array.from({ length: 15 }, (_, at) => key.slice(8 + at, 8 + at + 14));

const { evm, solana, starknet, cosmos } = generatedWallets('privacy');
const many = (count: number, make: (name: string) => Wallet, name: string): Wallet[] =>
  Array.from({ length: count }, (_, i) => make(`${name} ${i}`));

/** Generated wallets without owners: those of the lists, and strangers that only occur in requests. */
const LISTED = many(6, evm, 'listed');
const EXCLUDED = many(2, evm, 'excluded');
const LISTED_SOLANA = many(2, solana, 'listed on Solana');
const LISTED_STARKNET = many(2, starknet, 'listed on Starknet');
const LISTED_COSMOS = many(2, cosmos, 'listed on a Cosmos chain');
const STRANGERS = [
  ...many(6, evm, 'stranger'),
  ...many(2, solana, 'stranger on Solana'),
  starknet('stranger on Starknet'),
  cosmos('stranger on a Cosmos chain'),
];
const CLAIMANTS = many(6, evm, 'claimant');
const LOADED = [...LISTED, ...EXCLUDED, ...LISTED_SOLANA, ...LISTED_STARKNET, ...LISTED_COSMOS, ...CLAIMANTS];
const ALL = [...LOADED, ...STRANGERS];

const DROPS = [
  LISTED_DROP,
  ...Object.keys(ILLNESSES).map((rpc) =>
    dropDefinition({
      id: `claimed-${rpc}`,
      claim: {
        rpc,
        contract: 'eip155:1:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
        check: 'claimed(address) returns (bool)',
        source: null,
      },
    }),
  ),
  dropDefinition({ id: 'on-solana', chain: fact('solana') }),
  dropDefinition({ id: 'on-starknet', chain: fact('starknet') }),
  dropDefinition({ id: 'on-celestia', chain: fact('celestia') }),
  dropDefinition({ id: 'pending' }),
];
const IDS = ['listed', 'on-solana', 'on-starknet', 'on-celestia', 'pending', 'gone', 'unknown'];
const CLAIMED_IDS = Object.keys(ILLNESSES).map((name) => `claimed-${name}`);

const addressesOf = (wallets: readonly Wallet[]): string[] => wallets.map(({ address }) => address);

/** A check in its usual form. */
const check = (wallet: Wallet, drop: string) => ({
  body: JSON.stringify({ wallet: wallet.address, drop }),
  about: [wallet],
});

/** Lines of a text with a trace of a wallet. */
const linesWith = (traces: WalletTraces, text: string): string[] =>
  text.split('\n').filter((line) => traces.in(line).size > 0);

async function publish(db: Database): Promise<void> {
  await applyDrops(db, DROPS);
  await loadWallets(db, 'listed', LISTED, WITH_PROOFS);
  await loadWallets(db, 'listed', EXCLUDED, { kind: 'exclusion' });
  await loadWallets(db, 'on-solana', LISTED_SOLANA);
  await loadWallets(db, 'on-starknet', LISTED_STARKNET, await withProofsOf('starknet_poseidon'));
  await loadWallets(db, 'on-celestia', LISTED_COSMOS, await withProofsOf('cosmwasm'));
  for (const id of CLAIMED_IDS) await loadWallets(db, id, CLAIMANTS);
}

describe('eligibility checks', () => {
  const traces = new WalletTraces(ALL);
  let [test, db, api]: [TestDatabase, Database, ApiProgram] = [null!, null!, null!];
  let nodes = new Map<string, FakeServer>();
  let probe: PrivacyProbe;
  let figures = '';
  let stored: StoredText[] = [];
  let keySecrets: string[] = [];
  /** Responses to requests with a wallet or a key in a header. */
  const answersToHeaders: string[] = [];

  beforeAll(async () => {
    [test, nodes] = await Promise.all([createTestDatabase(), startIllNodes()]);
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
    await publish(db);
    api = await ApiProgram.start(builtProgram('api'), {
      databaseUrl: test.url,
      env: {
        EVM_RPC_URLS: [...nodes].map(([name, { url }]) => `${name}=${url}`).join(','),
        // With a trusted proxy, so that forwarded addresses are parsed as well.
        TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    probe = new PrivacyProbe(api, traces);
    await runChecks();
    figures = await api.figures();
    stored = [...(await storedTexts(db)), ...(await serverTexts(db))];
    await api.stop();
  });
  afterAll(async () => {
    await api?.stop();
    await Promise.all([...nodes.values()].map((node) => node.close()));
    await db?.close();
    await test?.drop();
  });

  async function runChecks(): Promise<void> {
    const keys = new ApiKeyRepository(db);
    const [{ secret: scale }, { secret: free }] = [
      await keys.issue({ plan: 'scale', label: 'test' }),
      await keys.issue({ plan: 'free', label: 'test' }),
    ];
    await Promise.all(ALL.map((wallet) => probe.all(scale, requestsAbout(wallet, IDS))));
    const batch = [...LISTED, ...STRANGERS];
    await probe.batch(
      scale,
      'listed',
      batch,
      batch.map(({ address }, i) => (i % 3 === 0 ? `${address}0` : address)),
    );
    const texts = batch.map(({ address }, i) => (i % 3 === 0 ? address.slice(0, -1) : address));
    await probe.walletDrops(scale, batch, texts);
    await probe.walletDrops(scale, CLAIMANTS, addressesOf(CLAIMANTS));
    const claims = CLAIMANTS.flatMap((wallet) => CLAIMED_IDS.map((drop) => check(wallet, drop)));
    await Promise.all(claims.map((ask) => probe.one(scale, ask)));
    // Beyond the rate limit; in parallel, because a token returns each second.
    const limited = () => probe.statuses.get(429) ?? 0;
    for (const before = limited(); limited() === before;) {
      await Promise.all(Array.from({ length: 70 }, (_, i) => probe.one(free, check(ALL[i % ALL.length]!, 'listed'))));
    }
    await sendInHeaders(scale, free);
    await brokenDatabase(scale);
  }

  /** Wallets and keys in headers: a log line with any header would contain them. */
  async function sendInHeaders(scale: string, free: string): Promise<void> {
    keySecrets = [scale, free, generateApiKey()];
    const secrets = [...ALL.slice(0, 2), ...STRANGERS.slice(-2)].map(({ address }) => address);
    for (const secret of [...secrets, ...keySecrets]) {
      for (const bytes of requestsWith(secret, scale)) answersToHeaders.push(await exchange(api.url, bytes));
    }
  }

  /** Simulates a bug, a slow disk and a crashed server. */
  async function brokenDatabase(key: string): Promise<void> {
    const ask = () =>
      Promise.all([
        ...ALL.map((wallet) => probe.one(key, check(wallet, 'listed'))),
        probe.walletDrops(key, ALL.slice(0, 20), addressesOf(ALL.slice(0, 20))),
      ]);
    await db.query('ALTER TABLE list_rows RENAME COLUMN amount TO sum');
    await ask();
    await db.query('ALTER TABLE list_rows RENAME COLUMN sum TO amount');
    await db.transaction(async (sql) => {
      await sql.query('LOCK TABLE list_rows IN ACCESS EXCLUSIVE MODE');
      await ask();
    });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await Promise.all([ask(), db.query(cut)]);
  }

  // Precondition of the other tests.
  it('covers all response statuses', () => {
    const { statuses } = probe;
    const seen = [...statuses.keys()].sort((a, b) => a - b);
    expect(seen).toEqual(
      expect.arrayContaining([200, 400, 401, 403, 404, 405, 406, 410, 413, 415, 422, 429, 500, 503]),
    );
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(500);
    // At least one request reached each node: the circuit breaker skips a faulty one after some failures.
    for (const { requests } of nodes.values()) {
      expect(traces.in(requests.map(({ body }) => body).join('\n')).size).toBeGreaterThan(0);
    }
  });

  it('leaves in a response only the wallet of its request, and none in an error', () => {
    expect(probe.leaks).toEqual([]);
  });

  it('leaves no wallet in the log at its most verbose level', () => {
    const said = api.said();
    expect(said.split('\n').length).toBeGreaterThan(500);
    expect(said).toContain('"level":"error"');
    for (const rpc of nodes.keys()) expect(said).toContain(`"rpc":"${rpc}"`);
    expect(linesWith(traces, said)).toEqual([]);
  });

  it('leaves no wallet and no key of a request header in a response, the log, the metrics or the database', () => {
    const statuses = answersToHeaders.map((text) => text.slice(9, 12));
    for (const status of ['200', '400', '401', '406', '415', '417', '431']) expect(statuses).toContain(status);
    expect(answersToHeaders.filter((text) => traces.in(text).size > 0)).toEqual([]);
    const kept = [...answersToHeaders, api.said(), figures, ...stored.map(({ text }) => text)];
    for (const trace of keySecrets.flatMap(keyTraces)) expect(kept.filter((text) => text.includes(trace))).toEqual([]);
  });

  it('leaves no wallet in the metrics', () => {
    expect(figures).toContain('/v1/eligibility');
    expect(figures).toContain('/v1/wallets/drops');
    expect(linesWith(traces, figures)).toEqual([]);
  });

  it('leaves no wallet in any column of the database except those of loaded lists', () => {
    const found = stored
      .map(({ place, text }) => [place, [...traces.in(text)]] as const)
      .filter(([, all]) => all.length);
    expect(found.map(([place]) => place)).toEqual(['list_rows.wallet']);
    expect(new Set(found[0]?.[1])).toEqual(new Set(LOADED.map(({ address }) => address)));
    expect(stored.length).toBeGreaterThan(60);
  });
});

// Checks the detector: each of these is a form in which careless code would store a wallet.
describe('a trace of a wallet', () => {
  const [wallet] = STRANGERS as [Wallet];
  const [, , , , , , key] = STRANGERS as Wallet[];
  const hex = Buffer.from(wallet.bytes).toString('hex');
  const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();
  it.each<[string, string]>([
    ['as it is written', wallet.address],
    ['in lower case', `{"wallet":"0x${hex}"}`],
    ['in upper case, without 0x', hex.toUpperCase()],
    ['cut short', `${wallet.address.slice(0, 18)}…`],
    ['its end', `…${hex.slice(-16)}`],
    ['as a column of bytes is shown', `\\x${hex}`],
    ['in base64', Buffer.from(wallet.bytes).toString('base64')],
    ['within something in base64', Buffer.from(`{"drop":"listed","wallet":"${wallet.address}"}`).toString('base64')],
    ['within something in base64, for addresses', Buffer.from(`a${hex}`).toString('base64url')],
    ['as a buffer in JSON', JSON.stringify(Buffer.from(wallet.bytes))],
    ['as text in a buffer', Buffer.from(`wallet=0x${hex}`).toString('hex')],
    ['as a number', BigInt(`0x${hex}`).toString()],
    ['as an argument of a call', `0x70a08231${hex.padStart(64, '0')}`],
    ['hashed', sha256(wallet.address).toString('hex')],
    ['its bytes hashed, in base64', sha256(wallet.bytes).toString('base64')],
  ])('is found: %s', (_, text) => {
    expect([...new WalletTraces(ALL).in(`something ${text} or other`)]).toEqual([wallet.address]);
  });

  it('is found for a Solana key, in any case', () => {
    for (const text of [key!.address, key!.address.toUpperCase(), Buffer.from(key!.bytes).toString('hex')]) {
      expect([...new WalletTraces(ALL).in(text)]).toEqual([key!.address]);
    }
  });
});
