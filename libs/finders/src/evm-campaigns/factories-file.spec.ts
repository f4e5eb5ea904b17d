import { stringify } from 'yaml';
import { bundledFactories } from './bundled-factories';
import { factoriesOf } from './chain-factories';
import { FactoriesFileError, parseFactoriesText, readFactoriesFile } from './factories-file';

const entry = {
  protocol: 'paws',
  source: 'https://docs.paws.example/contracts',
  treeFormat: 'uniswap',
  claimCheck: 'isClaimed(uint256 index) returns (bool)',
  events: [
    {
      payment: 'instant',
      event: 'event Created(address indexed distributor, (address token, string label) terms)',
      campaign: { contract: 'distributor', token: 'terms.token', name: 'terms.label', merkleRoot: 'merkleRoot()' },
    },
  ],
  addresses: { '8453': { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', block: 7 } },
};
const violationsOf = (text: string): readonly string[] => {
  try {
    parseFactoriesText('f.yaml', text);
    return [];
  } catch (error) {
    if (error instanceof FactoriesFileError) return error.violations;
    throw error;
  }
};
type Entry = typeof entry;
const changed = (change: (copy: Entry & Record<string, unknown>) => void): string => {
  const copy = structuredClone(entry) as Entry & Record<string, unknown>;
  change(copy);
  return stringify({ factories: [copy] });
};

describe("an operator's file of factories", () => {
  it('adds a factory to those of its chain', () => {
    const files = [...bundledFactories(), parseFactoriesText('f.yaml', stringify({ factories: [entry] }))];
    const base = factoriesOf(files, 8_453);
    expect(base.addresses).toContain('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
    expect(base.addresses.length).toBe(factoriesOf(bundledFactories(), 8_453).addresses.length + 1);
    expect(base.digest).not.toBe(factoriesOf(bundledFactories(), 8_453).digest);
    expect(factoriesOf(files, 1).digest).toBe(factoriesOf(bundledFactories(), 1).digest);
  });

  it.each([
    [
      'an unknown member',
      (copy: Record<string, unknown>) => (copy['adress'] = 1),
      /^f\.yaml:\d+: factories\.0: .*adress/,
    ],
    [
      'a wrong checksum',
      (copy: Entry) => (copy.addresses['8453'].address = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'),
      /address: .*EIP-55/,
    ],
    ['no event', (copy: Entry) => (copy.events[0]!.event = 'function f()'), /events\.0\.event: must be an event/],
    [
      'an argument that the event lacks',
      (copy: Entry) => (copy.events[0]!.campaign.token = 'terms.asset'),
      /campaign\.token: the event has no argument "terms\.asset"/,
    ],
    [
      'an argument of another type',
      (copy: Entry) => (copy.events[0]!.campaign.token = 'terms.label'),
      /campaign\.token: "terms\.label" is a string/,
    ],
    [
      'a contract that is not in the event',
      (copy: Entry) => (copy.events[0]!.campaign.contract = 'self()'),
      /campaign\.contract: must be an argument/,
    ],
    [
      'an unknown claim check',
      (copy: Entry) => (copy.claimCheck = 'left(address) returns (uint256)'),
      /claimCheck: must be a claim check/,
    ],
    ['a source without https', (copy: Entry) => (copy.source = 'javascript:alert(1)'), /source: /],
  ])('is rejected with %s, by line and path', (_, change, message) => {
    const violations = violationsOf(changed(change as (copy: Entry & Record<string, unknown>) => void));
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatch(/^f\.yaml:\d+: factories\.0/);
    expect(violations[0]).toMatch(message);
  });

  it('is rejected with the line of a slip in YAML, or if it is missing', () => {
    expect(violationsOf('factories:\n  - a: [')).toEqual([expect.stringMatching(/^f\.yaml:\d+: /)]);
    expect(() => readFactoriesFile('/no/such/file.yaml')).toThrow('/no/such/file.yaml: cannot be read (ENOENT)');
  });

  it('names the line of the wrong member', () =>
    expect(violationsOf('factories: []\ncontracts:\n  - protocol: Paws\n')).toContainEqual(
      expect.stringMatching(/^f\.yaml:3: contracts\.0\.protocol: must be a slug/),
    ));
});
