import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import type { ClaimAction } from '@droptrack/contracts';
import { createTestAuthority } from '@droptrack/egress/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { ApiKeyRepository, applyDefinitions, type Database, loadList, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { Droptrack } from '@droptrack/sdk';
import { build } from 'esbuild';
import { type Hex, hexToBytes, numberToHex } from 'viem';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { launchBrowser } from '../../../tools/browser/browser';
/* eslint-disable @nx/enforce-module-boundaries -- Test contracts and workers are not part of public interfaces. */
import { allocationTree } from '../../../libs/claims/test/allocation-tree';
import { balanceOf, deployDistributor, type Distributor } from '../../../libs/claims/test/distributor';
import { follow, mine, startFollower, STEP_MS, until } from '../../worker/test/followed-chain';
import { WebhookStage } from '../../worker/test/webhook-stage';
/* eslint-enable @nx/enforce-module-boundaries */

const missing = anvilMissing();
if (missing !== null) console.warn(`Claims are not prepared on a real chain: ${missing}`);

const CHAIN = 31_337;
const LEAVES = Array.from({ length: 4 }, (_, index) => ({
  index,
  account: numberToHex(BigInt(index + 1) * 7_919n ** 9n, { size: 20 }),
  amount: BigInt(index + 1) * 1_000n * 10n ** 18n,
}));
const TOTAL = LEAVES.reduce((sum, { amount }) => sum + amount, 0n);
/** Two fifths of all tokens, more than the first threshold of an event. */
const CLAIMER = LEAVES[3]!;

/** Verifies a prepared claim in a browser page, by the SDK alone. */
async function verifiedInBrowser(action: ClaimAction, expectation: object): Promise<{ amount: string; to: string }> {
  const { outputFiles } = await build({
    ...{ entryPoints: ['libs/sdk/src/claims.ts'], tsconfig: 'libs/sdk/tsconfig.json' },
    ...{ bundle: true, write: false, format: 'iife', globalName: 'claims', platform: 'browser' },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const call = `claims.verifyClaim(${JSON.stringify(action)}, ${JSON.stringify(expectation)})`;
    // Proven amounts are texts, calls have numbers that JSON does not.
    return await page.evaluate<{ amount: string; to: string }>(
      `(({ amount, to }) => ({ amount: String(amount), to }))(${call})`,
    );
  } finally {
    await browser.close();
  }
}

(missing === null ? describe : describe.skip)('a claim from a loaded list to the tokens', () => {
  let [anvil, test, clock]: [Anvil, TestDatabase, MovableClock] = [null!, null!, null!];
  let [db, api, explorer]: [Database, Program, Program] = [null!, null!, null!];
  let [client, distributor, stage]: [Droptrack, Distributor, WebhookStage] = [null!, null!, null!];
  let worker: Awaited<ReturnType<typeof startFollower>> | null = null;
  const tree = allocationTree('uniswap', LEAVES);
  const contract = () => `eip155:${CHAIN}:${distributor.address}`;

  beforeAll(async () => {
    // Each step of the chain moves the clock: after the last one it is that of the machine, as receivers of signatures expect.
    const aheadMs = -2 * STEP_MS;
    const genesisSeconds = Math.floor((Date.now() + aheadMs) / 1_000);
    [anvil, test] = await Promise.all([startAnvil({ genesisSeconds }), createTestDatabase()]);
    clock = await makeClockMovable(test.url);
    await clock.set(aheadMs);
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    distributor = await deployDistributor(anvil, { root: tree.root, amount: TOTAL });
    const startsAt = new Date(Date.now() - 3_600_000).toISOString();
    const definition = dropDefinition({
      ...{ id: 'linea', chain: fact('linea'), events: [eventDefinition({ type: 'claim', startsAt, endsAt: null })] },
      token: { symbol: fact('TOK'), decimals: fact(18), address: fact(`eip155:${CHAIN}/erc20:${distributor.token}`) },
      claim: {
        ...{ rpc: 'local', contract: contract(), distributorStyle: 'uniswap', source: null },
        check: 'isClaimed(uint256 index) returns (bool)',
      },
    });
    await applyDefinitions(db, { origin: 'test', definitions: [definition], nowMs: clock.now() });
    await loadList(db, {
      ...{ dropId: 'linea', kind: 'allocation', sha256: () => 'ab'.repeat(32), nowMs: clock.now() },
      rows: () =>
        LEAVES.map(({ index, account, amount }) => ({
          ...{ line: index + 1, wallet: hexToBytes(account), amount, index: BigInt(index), breakdown: [] },
        })),
      url: 'https://linea.example/list.csv',
      tree: { format: 'uniswap', expectRoot: tree.root, hash: PORTABLE_HASH },
    });
    const { secret } = await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'test' });
    const nodes = { EVM_RPC_URLS: `local=${anvil.url}` };
    api = await startProgram(builtProgram('api'), { DATABASE_URL: test.url, PORT: '0', METRICS_PORT: '0', ...nodes });
    client = new Droptrack({ apiKey: secret, baseUrl: api.url ?? '' });
    explorer = await startProgram(builtProgram('explorer'), {
      ...{ EXPLORER_API_URL: api.url ?? '', EXPLORER_API_KEY: secret, EXPLORER_PORT: '0' },
    });
    stage = await WebhookStage.open(test.url, await createTestAuthority());
    await stage.register(1, { events: ['drop.claims_progress'] });
    worker = await startFollower(test.url, anvil.url, clock);
    stage.start();
    // The first share of a drop causes no event.
    await claim((await prepare(LEAVES[0]!.account)).calls[0]!);
    await mine(anvil.url, 70);
    await follow(anvil.url, db, clock);
  });
  afterAll(async () => {
    await worker?.stop();
    await stage?.close();
    await explorer?.stop();
    await api?.stop();
    await anvil?.close();
    await db?.close();
    await test?.drop();
  });

  const prepare = (wallet: string) =>
    client.request<ClaimAction>('POST', '/v1/claims/prepare', { body: { drop: 'linea', wallet } });
  const check = () => client.eligibility.check({ drop: 'linea', wallet: CLAIMER.account });
  /** Sends a prepared call from the first account, as anyone may. */
  async function claim({ to, data, value }: ClaimAction['calls'][number]): Promise<Hex> {
    const [from] = await rpc<Hex[]>(anvil.url, 'eth_accounts');
    const hash = await rpc<Hex>(anvil.url, 'eth_sendTransaction', { from, to, data, value, gas: numberToHex(400_000) });
    await mine(anvil.url, 1);
    return hash;
  }
  let sent: Hex;

  it('is prepared for an eligible wallet, and verified in a browser without trust in the service', async () => {
    expect((await check()).claim).toMatchObject({ status: 'open', claimed: false });
    const action = await prepare(CLAIMER.account);
    expect(action).toMatchObject({ status: 'ready', reason: null, simulation: { ok: true } });
    expect(action.checks.map(({ ok }) => ok)).not.toContain(false);
    expect(action.expects).toMatchObject([{ amount: CLAIMER.amount.toString() }]);
    const proven = await verifiedInBrowser(action, {
      ...{ wallet: CLAIMER.account, roots: [tree.root], contracts: [contract()] },
    });
    expect(proven).toMatchObject({ amount: CLAIMER.amount.toString() });
  });

  it('pays exactly what it promised, and is claimed at once in a check and in a second preparation', async () => {
    const { calls, expects } = await prepare(CLAIMER.account);
    const before = await balanceOf(anvil, distributor.token, CLAIMER.account);
    sent = await claim(calls[0]!);
    const paid = (await balanceOf(anvil, distributor.token, CLAIMER.account)) - before;
    expect(paid.toString()).toBe(expects[0]?.amount);
    expect(await prepare(CLAIMER.account)).toMatchObject({ status: 'claimed', calls: [] });
    // Within the 5 s for which a state of a node is kept.
    await until(async () => (await check()).claim.claimed === true);
  });

  it('is in the ledger, in the figures, on the site and at a webhook once its block is confirmed', async () => {
    await mine(anvil.url, 70);
    await follow(anvil.url, db, clock);
    // Within the 2 s for which a ledger is kept.
    await until(async () => (await check()).claim.ledger?.transaction === sent);
    expect((await check()).claim).toMatchObject({ status: 'claimed', ledger: { current: true } });
    expect(await client.drops.claims('linea')).toMatchObject({ claims: 2, wallets: { claimed: 2, listed: 4 } });
    expect((await client.wallets.history({ wallet: CLAIMER.account })).data).toMatchObject([{ transaction: sent }]);
    const page = await (await fetch(`${explorer.url ?? ''}/drops/linea`)).text();
    expect(page).toMatch(/claim/i);
    const delivered = () => stage.receiver.ids(stage.staged[0]?.path ?? '');
    await until(async () => delivered().length === 2);
    const { data: events } = await client.events.list({ type: ['drop.claims_progress'] });
    expect(events[0]).toMatchObject({ data: { object: { drop: 'linea', claimed_share: 0.5 } } });
    // The receiver accepts what two independent packages verify with the secret of the endpoint.
    expect([delivered().sort(), stage.receiver.rejected]).toEqual([events.map(({ id }) => id).sort(), []]);
  });
});
