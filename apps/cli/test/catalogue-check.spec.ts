import {
  accountData,
  type ClaimFixture,
  fakeClaimNode,
  fakeSolanaNode,
  type SolanaFixture,
} from '@droptrack/claims/testing';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineWithin } from './command-line';

const SOURCE = { kind: 'dataset', url: 'https://drops.example/data', at: '2026-11-01' };
const EVM_CONTRACT = '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const [DISTRIBUTOR, ABSENT] = [
  'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1',
  '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y',
];
const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** Last 20 bytes of the call about the made-up wallet. */
const MADE_UP = 'd7'.repeat(20);

const onEvm = (id: string, rpc: string, chainId: number) => ({
  ...{ id, name: id, chain: rpc, source: SOURCE },
  claim: { rpc, contract: EVM_CONTRACT, chain_id: chainId, check: 'mapping', source: SOURCE },
});
const onSolana = (id: string, distributor: string) => ({
  ...{ id, name: id, chain: 'solana', source: SOURCE },
  claim: { rpc: 'solana', contract: PROGRAM, check: { account: 'jito', distributor }, source: SOURCE },
});

describe('droptrack catalogue check --rpc', () => {
  const servers: FakeServer[] = [];
  const right: ClaimFixture = { chainId: 59_144, claimed: new Set() };
  // A call to an address without code returns no bytes.
  const wrong: ClaimFixture = { chainId: 8_453, claimed: new Set(), answers: new Map([[MADE_UP, '0x']]) };
  const solana: SolanaFixture = {
    genesis: GENESIS,
    accounts: new Map([[DISTRIBUTOR, { owner: PROGRAM, data: accountData('MerkleDistributor', 232) }]]),
  };
  let home: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    for (const handler of [fakeClaimNode(right), fakeClaimNode(wrong), fakeSolanaNode(solana)]) {
      servers.push(await startFakeServer(handler));
    }
    const [linea, base, main] = servers.map(({ url }) => `${url}/secret-path`);
    env = {
      // A closed port.
      EVM_RPC_URLS: `linea=${linea},base=${base},blast=http://127.0.0.1:1/secret-path`,
      SOLANA_RPC_URLS: `solana=${main}`,
    };
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'droptrack-check-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  const check = (drops: readonly { readonly id: string }[], variables = env, ...flags: string[]) => {
    // JSON is YAML.
    for (const drop of drops) writeFileSync(join(home, `${drop.id}.yaml`), JSON.stringify(drop));
    return commandLineWithin({ databaseUrl: '', home, env: variables }).call(
      ...['catalogue', 'check', home, '--rpc', ...flags],
    );
  };
  const GOOD = [onEvm('good', 'linea', 59_144), onSolana('good-on-solana', DISTRIBUTOR)];

  it('accepts distributors that respond as declared, on both kinds of chains', async () => {
    const { code, stdout } = await check([...GOOD, onEvm('elsewhere', 'scroll', 534_352)], env, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { drops: 3, events: 0, faults: [], withheld: [], claims: { answered: 2, unconfigured: ['scroll'] } },
    ]);
    const asked = servers.map(({ requests }) => requests.map(({ body }) => body).join());
    expect(asked[0]).toContain(MADE_UP);
    expect(asked[2]).toContain(DISTRIBUTOR);
  });

  it('reports wrong distributors and a node that does not respond, each at its file, without a URL', async () => {
    const bad = [
      onEvm('bad-contract', 'base', 8_453),
      onSolana('bad-distributor', ABSENT),
      onEvm('dead-node', 'blast', 81_457),
    ];
    const { code, stdout, stderr } = await check([...GOOD, ...bad]);
    expect(code).toBe(1);
    const text = stdout + stderr;
    const invalid = 'the distributor returned no valid result for a made-up wallet';
    expect(text).toMatch(new RegExp(`bad-contract\\.yaml:1:\\d+: .*${invalid}`));
    expect(text).toMatch(new RegExp(`bad-distributor\\.yaml:1:\\d+: .*${invalid}`));
    expect(text).toMatch(/dead-node\.yaml:1:\d+: .*the node of "blast" did not respond \(network\)/);
    expect(text).not.toMatch(/good|secret-path|127\.0\.0\.1/);
  });

  it('rejects the command without a configured node', async () => {
    const { code, stderr } = await check(GOOD, {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('--rpc needs EVM_RPC_URLS or SOLANA_RPC_URLS')]);
  });
});
