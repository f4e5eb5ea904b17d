import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims.
import { deployCallable } from '../../../libs/claims/test/distributor';
// eslint-disable-next-line @nx/enforce-module-boundaries -- As above.
import { confirm, packed, walletsOf } from '../../../libs/claims/test/rebuilt-list';
import { findPlaces } from '../src/config/places';
import { commandLineWithin, documentOf } from './command-line';
import { type FaultyAnswer, faultyNode, type FaultyNode, type NodeCall } from './faulty-node';

const missing = anvilMissing();
if (missing !== null) console.warn(`Lists are not rebuilt by the command line: ${missing}`);

const ROOT = findPlaces(__dirname).root;
const ANSWERS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'cases/answers');
const FREE_TIER = join(ANSWERS, 'evm-alchemy-free-tier-10-blocks.json');
const OF_PROVIDERS = join(ANSWERS, 'evm-errors-of-providers-with-the-wrong-kind.json');
const hasAnswers = [FREE_TIER, OF_PROVIDERS].every(existsSync);
if (!hasAnswers) console.warn(`Rejections by real providers are not tested: ${ANSWERS} has none`);

const CHAIN = 31_337;
const SOURCE = { kind: 'dataset', url: 'https://drops.example/data', at: '2026-11-01' };
const AMOUNTS = walletsOf(300).map((wallet, n) => [wallet, BigInt(n) * 10n ** 18n + 1n] as const);
const TOTAL = AMOUNTS.reduce((sum, [, amount]) => sum + amount, 0n);

interface Rebuilt {
  readonly wallets: number;
  readonly total: string;
  readonly sha256: string;
  readonly verified: unknown;
}

const blocksOf = ({ params }: NodeCall) => {
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
  return { from: Number(fromBlock), upTo: Number(toBlock), length: Number(toBlock) - Number(fromBlock) + 1 };
};

(missing === null ? describe : describe.skip)('droptrack lists rebuild', () => {
  let [anvil, node, database]: [Anvil, FaultyNode, TestDatabase] = [null!, null!, null!];
  let home = '';
  let last = 0;

  beforeAll(async () => {
    [anvil, database] = await Promise.all([startAnvil(), createTestDatabase()]);
    node = await faultyNode(anvil.url);
    home = mkdtempSync(join(tmpdir(), 'droptrack-rebuild-'));
    mkdirSync(join(home, 'drops'));
    await rpc(anvil.url, 'anvil_mine', '0x20');
    const store = await deployCallable(anvil, 'PackedStore');
    for (let n = 0; n < AMOUNTS.length; n += 100) {
      const words = AMOUNTS.slice(n, n + 100).map(([wallet, amount]) => packed(wallet, amount));
      await store.call('setAllocations', words);
      last = Number(await rpc<string>(anvil.url, 'eth_blockNumber'));
      await rpc(anvil.url, 'anvil_mine', '0x10');
    }
    await confirm(anvil);
    writeDrop('community', { check: 'zora-community', contract: store.address });
    writeDrop('unstated', { contract: store.address });
    writeDrop('other-style', { check: 'uniswap', contract: store.address });
    writeDrop('other-chain', { check: 'zora-community', contract: store.address, chain_id: 1 });
    writeDrop('without', null);
    expect(await droptrack('catalogue', 'apply', 'drops')).toMatchObject({ code: 0 });
  });
  beforeEach(() => {
    node.calls.length = 0;
    node.answer = () => null;
    node.change = (_, result) => result;
    for (const file of ['list.csv', 'list.csv.unfinished']) rmSync(join(home, file), { force: true });
  });
  afterAll(async () => {
    rmSync(home, { recursive: true });
    await node.close();
    await Promise.all([anvil.close(), database.drop()]);
  });

  /** Writes the catalogue file of a drop. JSON is YAML. */
  function writeDrop(id: string, claim: object | null) {
    const stated = claim === null ? {} : { claim: { rpc: 'local', chain_id: CHAIN, ...claim, source: SOURCE } };
    const token = { decimals: { value: 18, source: SOURCE } };
    const drop = { id, name: id, chain: 'ethereum', source: SOURCE, token, ...stated };
    writeFileSync(join(home, 'drops', `${id}.yaml`), JSON.stringify(drop));
  }

  const commands = (env = { EVM_RPC_URLS: `local=${node.url}` }) =>
    commandLineWithin({ databaseUrl: database.url, home, env });
  const droptrack = (...args: readonly string[]) => commands().call(...args);
  const rebuild = (...args: readonly string[]) =>
    documentOf<Rebuilt>(commands(), ['lists', 'rebuild', 'community', 'list.csv', ...args]);
  const logQueries = () => node.calls.filter(({ method }) => method === 'eth_getLogs');
  const files = () => ['list.csv', 'list.csv.unfinished'].filter((file) => existsSync(join(home, file)));

  it('writes what the contract states, with the command that loads it', async () => {
    const { code, stdout } = await droptrack('lists', 'rebuild', 'community', 'list.csv');
    expect(code).toBe(0);
    expect(stdout).toContain('Confirmed by the contract: totalAllocated(); the amounts of 300 wallets at block');
    const [, command = ''] = /Load it: droptrack (.+)/.exec(stdout) ?? [];
    expect(await droptrack(...command.split(' '))).toMatchObject({ code: 0 });
    const { data } = await documentOf<{ data: unknown[] }>(commands(), ['lists', 'show', 'community']);
    expect(data).toMatchObject([{ wallets: 300, total: String(TOTAL) }]);
    const rows = [...AMOUNTS].sort(([a], [b]) => (a < b ? -1 : 1)).map(([wallet, amount]) => `${wallet},${amount}\n`);
    expect(readFileSync(join(home, 'list.csv'), 'utf8')).toBe(`address,amount\n${rows.join('')}`);
  });

  it('writes the same file again, also for a style that the command states', async () => {
    const { sha256, total, wallets } = await rebuild();
    expect({ total, wallets }).toEqual({ total: String(TOTAL), wallets: 300 });
    const stated = ['lists', 'rebuild', 'unstated', 'list.csv', '--style', 'zora-community'];
    expect(await documentOf<Rebuilt>(commands(), stated)).toMatchObject({ sha256 });
  });

  (hasAnswers ? it : it.skip)(
    'reads from a provider that accepts 10 blocks a request and limits their rate',
    async () => {
      const { sha256 } = await rebuild();
      const freeTier = JSON.parse(readFileSync(FREE_TIER, 'utf8')) as FaultyAnswer;
      const all = JSON.parse(readFileSync(OF_PROVIDERS, 'utf8')) as (FaultyAnswer & { provider: string })[];
      const limited = [all.find(({ provider }) => provider === 'QuickNode')];
      node.answer = (call) => {
        if (call.method !== 'eth_getLogs') return null;
        return blocksOf(call).length > 10 ? freeTier : (limited.pop() ?? null);
      };
      expect(await rebuild()).toMatchObject({ sha256 });
      expect(limited).toEqual([]);
    },
  );

  it('continues a run that ended early, and leaves nothing of it', async () => {
    node.answer = (call) => {
      if (call.method !== 'eth_getLogs') return null;
      const { length, upTo } = blocksOf(call);
      if (length > 8) return { status: 200, body: { error: { code: -32_005, message: 'range of 8 blocks exceeded' } } };
      return upTo >= last ? { status: 401, body: {} } : null;
    };
    const { code, stderr } = await droptrack('lists', 'rebuild', 'community', 'list.csv');
    expect([code, files()]).toEqual([1, ['list.csv.unfinished']]);
    expect(stderr).toBe(
      'the node of local did not respond as it should (unauthorized); no list was written\n' +
        'list.csv.unfinished has what was read: the same command continues from it.\n',
    );
    node.calls.length = 0;
    node.answer = () => null;
    expect(await rebuild()).toMatchObject({ total: String(TOTAL) });
    expect(Math.min(...logQueries().map((call) => blocksOf(call).from))).toBeGreaterThan(last - 10);
    expect(files()).toEqual(['list.csv']);
  });

  it('rejects a list that the contract contradicts, with both values, and writes nothing', async () => {
    node.change = ({ method }, result) => (method === 'eth_getLogs' ? (result as unknown[]).slice(0, 2) : result);
    const { code, stderr } = await droptrack('lists', 'rebuild', 'community', 'list.csv');
    expect([code, files()]).toEqual([1, []]);
    expect(stderr).toMatch(new RegExp(`totalAllocated\\(\\) is ${TOTAL}, and the logs sum to \\d+`));
  });

  it.each([
    ['an unknown drop', 'nothing', [], /There is no drop "nothing"/],
    ['a drop without a distributor', 'without', [], /has no distributor of this list/],
    ['a list without one', 'community', ['--name', 'wave-2'], /has no distributor of this list/],
    ['a distributor without a style', 'unstated', [], /no style of its distributor: state it with --style/],
    [
      'a style with lists of the project',
      'other-style',
      [],
      /"uniswap" do not stand on the chain\n.*arbitrum, linea, zora/,
    ],
    ['a node of another chain', 'other-chain', [], /serves chain 31337, and the contract is eip155:1:/],
    ['a block that is not confirmed', 'community', ['--block', '9000000'], /latest confirmed block of local is \d+/],
    ['a period of a contract without', 'community', ['--period', '1'], /the contract has no periods/],
  ])('rejects %s', async (_, drop, options, message) => {
    const { code, stderr } = await droptrack('lists', 'rebuild', drop, 'list.csv', ...options);
    expect([code, files()]).toEqual([1, []]);
    expect(stderr).toMatch(message);
  });

  it('needs a node of the chain', async () => {
    const { code, stderr } = await commands({ EVM_RPC_URLS: '' }).call('lists', 'rebuild', 'community', 'list.csv');
    expect([code, stderr]).toEqual([2, expect.stringContaining('EVM_RPC_URLS has no node of local')]);
  });
});
