import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Anvil, anvilMissing, startAnvil } from '../../../tools/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims.
import {
  deployCallable,
  deployPublishedUniswap,
  deployStatedFacts,
  deployToken,
} from '../../../libs/claims/test/distributor';
import { commandLineWithin, documentOf } from './command-line';

const missing = anvilMissing();
if (missing !== null) console.warn(`Catalogue files are not compared with a real chain: ${missing}`);

const CHAIN = 31_337;
const WALLET = '0x00000000000000000000000000000000000000d7';
const [STARTS_AT, ENDS_AT] = ['2026-01-10T12:00:00Z', '2026-03-10T12:00:00Z'];
const WINDOW = [STARTS_AT, ENDS_AT].map((instant) => Date.parse(instant) / 1_000) as [number, number];
const SOURCE = { kind: 'dataset', url: 'https://drops.example/data', at: '2026-11-01' };

interface Checked {
  readonly onchain: {
    readonly distributors: readonly {
      readonly drop: string;
      readonly style: string;
      readonly facts: readonly { readonly name: string; readonly onChain: string; readonly result: string }[];
    }[];
    readonly unchecked: readonly { readonly drop: string; readonly reason: string }[];
  };
}

(missing === null ? describe : describe.skip)('droptrack catalogue check --onchain', () => {
  let [anvil, database]: [Anvil, TestDatabase] = [null!, null!];
  let [home, token, root]: [string, string, string] = ['', '', ''];
  const at: Record<string, string> = {};

  beforeAll(async () => {
    [anvil, database] = await Promise.all([startAnvil(), createTestDatabase()]);
    home = mkdtempSync(join(tmpdir(), 'droptrack-onchain-'));
    mkdirSync(join(home, 'drops'));
    token = await deployToken(anvil);
    writeDrop('uniswap', 'uniswap', token);
    writeFileSync(join(home, 'list.csv'), `index,wallet,amount\n0,${WALLET},5\n`);
    await droptrack('catalogue', 'apply', 'drops');
    const loaded = [
      'lists',
      'load',
      'uniswap',
      'list.csv',
      '--unit',
      'base',
      '--tree',
      'uniswap',
      '--columns',
      'index=index',
    ];
    ({
      tree: { root },
    } = await documentOf<{ tree: { root: string } }>(commands(), [...loaded, '--dry-run']));
    await droptrack(...loaded, '--expect-root', root);
    const facts = { token, root, window: WINDOW };
    at['uniswap'] = await deployPublishedUniswap(anvil, token, root);
    at['stated'] = await deployStatedFacts(anvil, facts);
    at['proxy'] = (await deployCallable(anvil, 'ClaimProxy', [at['stated']])).address;
    at['otherRoot'] = await deployPublishedUniswap(anvil, token, `0x${'ab'.repeat(32)}`);
    at['otherWindow'] = await deployStatedFacts(anvil, { ...facts, window: [WINDOW[0], WINDOW[1] + 86_400] });
  });
  beforeEach(() => {
    rmSync(join(home, 'drops'), { recursive: true });
    mkdirSync(join(home, 'drops'));
  });
  afterAll(async () => {
    rmSync(home, { recursive: true });
    await Promise.all([anvil.close(), database.drop()]);
  });

  const commands = (url = anvil.url) =>
    commandLineWithin({ databaseUrl: database.url, home, env: { EVM_RPC_URLS: `local=${url}` } });
  const droptrack = async (...args: readonly string[]) => {
    const { code, stderr } = await commands().call(...args);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  };
  const check = (url?: string) => documentOf<Checked>(commands(url), ['catalogue', 'check', 'drops', '--onchain']);

  /** Writes the catalogue file of a drop with a distributor. JSON is YAML. */
  function writeDrop(
    id: string,
    style: string,
    contract: string,
    { asset = token, rpc = 'local', chain = CHAIN, fromBlock = null as number | null, code = {} } = {},
  ) {
    const address = { value: `eip155:${chain}/erc20:${asset}`, source: SOURCE };
    const events = [
      { id: 'claim', type: 'claim', title: 'Claim window', starts_at: STARTS_AT, ends_at: ENDS_AT, source: SOURCE },
    ];
    const first = fromBlock === null ? {} : { from_block: fromBlock };
    const claim = { rpc, contract, chain_id: chain, check: style, ...first, ...code, source: SOURCE };
    const drop = { id, name: id, chain: 'ethereum', source: SOURCE, token: { address }, claim, events };
    writeFileSync(join(home, 'drops', `${id}.yaml`), JSON.stringify(drop));
  }

  const results = ({ onchain }: Checked) =>
    Object.fromEntries(
      onchain.distributors.map(({ drop, facts }) => [drop, facts.map(({ name, result }) => `${name} ${result}`)]),
    );

  it('compares five styles with their drops, and the root with that of the list in force', async () => {
    writeDrop('uniswap', 'uniswap', at['uniswap']!);
    for (const style of ['zksync', 'linea', 'sablier-linear', '1inch']) writeDrop(style, style, at['stated']!);
    writeDrop('ens', 'ens', at['stated']!, { asset: at['stated']! });
    expect(results(await check())).toEqual({
      uniswap: ['contract equal', 'root equal', 'token equal', 'code_hash not_compared'],
      zksync: [
        'contract equal',
        'root not_compared',
        'token equal',
        'starts_at equal',
        'ends_at equal',
        'code_hash not_compared',
      ],
      linea: ['contract equal', 'token equal', 'ends_at equal', 'code_hash not_compared'],
      'sablier-linear': [
        'contract equal',
        'root not_compared',
        'token equal',
        'starts_at equal',
        'ends_at equal',
        'code_hash not_compared',
      ],
      '1inch': ['contract equal', 'root not_compared', 'token equal', 'code_hash not_compared'],
      ens: ['contract equal', 'root not_compared', 'token equal', 'code_hash not_compared'],
    });
  });

  it.each([
    [
      'no contract',
      () => writeDrop('a', 'uniswap', WALLET),
      /a\.yaml:1:\d+: .*there is no contract at eip155:31337:0x/,
    ],
    ['another style', () => writeDrop('a', 'zksync', at['uniswap']!), /the contract has no root as "zksync" has it/],
    [
      'another token',
      () => writeDrop('a', 'uniswap', at['uniswap']!, { asset: WALLET }),
      /token is 0x\w{40} on chain, and 0x0{38}d7 here/i,
    ],
    [
      'another root',
      () => writeDrop('uniswap', 'uniswap', at['otherRoot']!),
      /root is 0x(ab){32} on chain, and 0x[0-9a-f]{64} here/,
    ],
    [
      'a first block of the future',
      () => writeDrop('a', 'linea', at['stated']!, { fromBlock: 9_000_000 }),
      /from_block is up to \d+ on chain, and 9000000 here/,
    ],
    [
      'another window',
      () => writeDrop('a', 'linea', at['otherWindow']!),
      /ends_at is 2026-03-11T12:00:00\.000Z on chain, and 2026-03-10T12:00:00\.000Z here/,
    ],
  ])('reports %s at its file, with both values', async (_, write, message) => {
    write();
    const { code, stdout } = await commands().call('catalogue', 'check', 'drops', '--onchain');
    expect([code, stdout]).toEqual([1, expect.stringMatching(message)]);
  });

  it('prints the hash of the code, which a file can state, and names a proxy without it', async () => {
    writeDrop('a', 'linea', at['stated']!);
    writeDrop('b', 'linea', at['proxy']!);
    const hashes = (await check()).onchain.distributors.map(({ facts }) => facts.at(-1)!.onChain);
    expect(hashes).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/), expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
    const text = () => commands().call('catalogue', 'check', 'drops', '--onchain');
    expect((await text()).stdout).toContain('A proxy: no call is prepared without claim.code_hash: b');
    writeDrop('b', 'linea', at['proxy']!, { code: { code_hash: hashes[1] } });
    expect(results(await check())['b']!.at(-1)).toBe('code_hash equal');
    expect((await text()).stdout).not.toContain('A proxy');
    writeDrop('b', 'linea', at['proxy']!, { code: { code_hash: hashes[0] } });
    expect(await text()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(new RegExp(`code_hash is ${hashes[1]} on chain, and ${hashes[0]} here`)),
    });
  });

  it('asks the next node of a chain where the first one does not respond', async () => {
    writeDrop('linea', 'linea', at['stated']!);
    const { onchain } = await check(`http://127.0.0.1:1/secret,local=${anvil.url}`);
    expect([onchain.distributors.length, onchain.unchecked]).toEqual([1, []]);
  });

  it('names what no node could be asked about, without a URL', async () => {
    writeDrop('elsewhere', 'uniswap', at['uniswap']!, { rpc: 'scroll', chain: 534_352 });
    writeDrop('wrong-chain', 'uniswap', at['uniswap']!, { chain: 1 });
    const { onchain } = await check();
    expect(onchain.unchecked.map(({ drop, reason }) => `${drop}: ${reason}`)).toEqual([
      'elsewhere: no node is configured for scroll',
      'wrong-chain: the node of local serves chain 31337',
    ]);
    const dead = await check('http://127.0.0.1:1/secret');
    expect(JSON.stringify(dead.onchain.unchecked)).toMatch(/wrong-chain.*local/);
    expect(JSON.stringify(dead)).not.toMatch(/secret|127\.0\.0\.1/);
  });
});
