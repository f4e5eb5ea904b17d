import { DISTRIBUTOR_STYLE_NAMES, distributorStyle } from '@droptrack/distributors';
import { parseWallet } from '@droptrack/eligibility';
import { HostBreakers } from '@droptrack/sources';
import { parseClaimCall } from './claim-call';
import { ClaimChecker } from './claim-checker';
import { parseClaims } from './parse-claims';

const CONTRACT = '0x090D4613473dEE047c3f2706764f49E0821D256e';
const TOKEN = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const parse = (check: string, tokenAsset: string | null = `eip155:1/erc20:${TOKEN}`) =>
  parseClaims({ rpc: 'ethereum', contract: CONTRACT, chain_id: 1, check }, tokenAsset);

describe('claims declared by the style of their distributor', () => {
  it.each(DISTRIBUTOR_STYLE_NAMES)(
    '%s: has the call of the style, if there is one, which a node can be asked',
    (name) => {
      const { claim, faults } = parse(name);
      expect(faults).toEqual([]);
      expect(claim?.distributorStyle).toBe(name);
      expect(claim?.check).toBe(distributorStyle(name)?.claimed?.check);
      if (claim?.check === undefined) return;
      const { check, ...terms } = claim!;
      const given = {
        wallet: new Uint8Array(20).fill(7),
        index: 3n,
        amount: 1n,
        leaf: () => new Uint8Array(32).fill(9),
      };
      expect(parseClaimCall(check!, terms).encode(given)).toMatch(/^0x[0-9a-f]{8}(?:[0-9a-f]{64}){1,2}$/);
    },
  );

  it.each(['morpho', 'merkl', 'eigenlayer'])(
    '%s: asks for the token of the drop, and is rejected without it',
    (name) => {
      const { claim } = parse(name);
      const { check, ...terms } = claim!;
      const call = parseClaimCall(check!, terms).encode({
        wallet: new Uint8Array(20).fill(7),
        index: null,
        amount: 1n,
      });
      expect(call?.slice(-40)).toBe(TOKEN.slice(2).toLowerCase());
      for (const asset of [
        null,
        `eip155:42161/erc20:${TOKEN}`,
        'eip155:1/slip44:60',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:JUPy',
      ]) {
        expect(parse(name, asset).faults).toEqual([
          {
            path: ['check'],
            message: `"${name}" needs the address of the token on the chain of the contract: token.address`,
          },
        ]);
      }
    },
  );

  it.each([
    ['an EVM chain', CONTRACT, `eip155:1:${CONTRACT}`],
    ['Solana', 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERK'],
  ])('names a contract on %s without a known call, from which nothing is read', async (_, contract, id) => {
    const chain = contract === CONTRACT ? { chain_id: 1 } : {};
    const { claim, faults } = parseClaims({ rpc: 'node', contract, ...chain }, null);
    expect(faults).toEqual([]);
    expect(claim?.contract).toMatch(new RegExp(`^${id}`));
    expect(claim).not.toHaveProperty('check');
    const checker = new ClaimChecker({
      rpcUrls: new Map([['node', ['http://127.0.0.1:9']]]),
      hosts: new HostBreakers({ monotonicMs: () => 0, random: () => 0 }),
    });
    const wallet = parseWallet(`0x${'7'.repeat(40)}`);
    expect(await checker.stateOf(claim!, { wallet, index: 0n, amount: 1n }, 0)).toBeNull();
    expect(await checker.probe(claim!, 0)).not.toBe('valid');
    checker.close();
  });

  it('leaves an unknown style to the schema', () => {
    expect(parse('balancer')).toEqual({ claim: null, listClaims: {}, faults: [] });
  });
});
