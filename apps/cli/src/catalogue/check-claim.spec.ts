import { checkClaim } from './check-claim';
import { compileSchemaCheck } from './drop-schema';
import { formatPath } from './fault';

const CLAIM = {
  rpc: 'linea',
  contract: '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  chain_id: 59144,
  check: 'uniswap',
};
const ON_LINEA = { address: 'eip155:59144/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04' };
const checkSchema = compileSchemaCheck();

/** Errors of the schema, then those of the check against the known functions and contracts. */
function findings(over: object, token: object = {}): string[] {
  const claim = { ...CLAIM, ...over };
  const drop = { id: 'linea', name: 'Linea', chain: 'linea', claim };
  return [...checkSchema(drop), ...checkClaim(claim, token)].map(
    ({ path, on, message }) => `${formatPath(path)} (${on}): ${message}`,
  );
}

describe('checkClaim', () => {
  it.each([
    ['uniswap'],
    ['ens'],
    ['mapping'],
    [{ mapping: 'hasClaimed' }],
    [{ mapping: 'isClaimed' }],
    [{ function: 'hasClaimed(address) returns (bool)' }],
    [{ function: 'function amountClaimed(address account, uint256 index) view returns (uint256)' }],
  ])('accepts %j', (check) => expect(findings({ check })).toEqual([]));

  it('takes the number of the chain from the token, and requires it if the token does not contain it', () => {
    const without = { chain_id: undefined };
    expect(findings(without, ON_LINEA)).toEqual([]);
    expect(findings(without, { address: { value: ON_LINEA.address, source: 'memory' } })).toEqual([]);
    const fault = ['claim (key): "chain_id" is missing, and cannot be derived from the token\'s address'];
    expect(findings(without)).toEqual(fault);
    expect(findings(without, { address: null })).toEqual(fault);
    expect(findings(without, { address: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:abc' })).toEqual(fault);
  });

  // These functions return the rest that can still be claimed. A 0 would be misread as "has not claimed".
  it.each([
    [{ function: 'claimableTokens(address) returns (uint256)' }, 'claimableTokens(address) returns (uint256)'],
    [{ mapping: 'canClaim' }, 'canClaim(address) returns (bool)'],
    [{ mapping: 'claimableTokens' }, 'claimableTokens(address) returns (bool)'],
  ])('rejects %j by name, and lists the known functions', (check, signature) => {
    expect(findings({ check })).toEqual([
      `claim.check (value): function "${signature}" is not known to report a claim; known are isClaimed, hasClaimed ` +
        'and claimed returning a bool that is true once claimed, or claimed, claimedAmount, amountClaimed, ' +
        'claimedTokens and cumulativeClaimed returning a uint256, the claimed base units',
    ]);
  });

  // Holders send transactions to this contract: a typing error would lead them to a foreign one.
  it('rejects a misspelt contract by its checksum', () => {
    expect(findings({ contract: CLAIM.contract.replace('0x1789', '0x1788') })).toEqual([
      expect.stringMatching(/^claim\.contract \(value\): contract 0x.* has a typing error/),
    ]);
  });

  it.each([
    [{ contract: 1.2e47 }, /^claim\.contract .*put it in quotes$/],
    [{ contract: '0x12' }, /^claim\.contract .*must be an address/],
    [{ chain_id: 0 }, /^claim\.chain_id .*at least 1/],
    [{ rpc: 'https://rpc.example.com/key' }, /^claim\.rpc .*name of a chain/],
    [{ check: 'uniswp' }, /^claim\.check .*did you mean "uniswap"\?/],
    [{ check: 7 }, /^claim\.check .*must be text or a group of keys/],
    [{ check: {} }, /^claim\.check .*at least 1 keys/],
    [{ check: { mapping: 'a b' } }, /^claim\.check\.mapping .*must be a name/],
    [{ check: { function: 'claim(address) payable returns (bool)' } }, /^claim\.check .*must be a view/],
    [{ check: { function: 'isClaimed(uint256) returns (bool)' } }, /^claim\.check .*of these kinds only/],
    [{ kind: 'uniswap' }, /^claim\.kind \(key\): unknown key/],
  ])('reports the error of %j', (over, fault) => {
    const found = findings(over);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(fault);
  });

  it.each([[null], ['x'], [[]], [{}], [{ rpc: 1, contract: [], check: null }]])(
    'leaves the form of %j to the schema',
    (claim) => {
      expect(checkClaim(claim, null)).toEqual([]);
    },
  );
});
