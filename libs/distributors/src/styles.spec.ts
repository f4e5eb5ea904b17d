import { parseAbiItem, toEventSelector, toFunctionSelector } from 'viem/utils';
import type { AbiEvent } from 'viem';
import type { DistributorStyle } from './style';
import { DISTRIBUTOR_STYLES, distributorStyle, type DistributorStyleName, followedStyle } from './styles';

/**
 * Selectors and topics by name, computed from the ABIs that the authors publish, not from the texts of the styles: on npm, `towns` in
 * `@towns-protocol/generated` 0.0.455, and for `shapeshift` in the repository of its source.
 */
const PUBLISHED_SELECTORS: Readonly<Partial<Record<DistributorStyleName, readonly string[]>>> = {
  uniswap: ['0x2e7ba6ef', '0x9e34070f', '0x2eb4a7ab', '0xfc0c546a'],
  shapeshift: ['0x2e7ba6ef', '0x9e34070f', '0x2eb4a7ab', '0xfc0c546a', '0x829eb92c'],
  towns: ['0xd1e5b9fe', '0x0bd27685'],
  'sablier-v1': ['0x3f31ae3f', '0xce516507', '0x51e75e8b', '0x4800d97f', '0xbb4b5734'],
  'sablier-v1.3-instant': ['0x3f31ae3f', '0xce516507', '0x51e75e8b', '0x82bfefc8', '0xbb4b5734', '0xc57981b5'],
  'sablier-v1.3-stream': ['0x3f31ae3f', '0xce516507', '0x51e75e8b', '0x82bfefc8', '0xbb4b5734', '0xc57981b5'],
  ...Object.fromEntries(
    ['sablier-instant', 'sablier-linear', 'sablier-tranched'].map((name) => [
      name,
      [
        '0x3f31ae3f',
        '0x0854a79c',
        '0x20743583',
        '0xce516507',
        '0x51e75e8b',
        '0x82bfefc8',
        '0x7ca3944d',
        '0xbb4b5734',
        '0x3a12a5bc',
      ],
    ]),
  ),
  'sablier-variable': [
    '0x0854a79c',
    '0x20743583',
    '0xce516507',
    '0x51e75e8b',
    '0x82bfefc8',
    '0x7ca3944d',
    '0xbb4b5734',
    '0x3a12a5bc',
  ],
};
const STREAMED = '0x28b58397e03322f670d6b223cc863f8c148e368b8b615412e6798a641a22842d';
const PUBLISHED_TOPICS: Readonly<Partial<Record<DistributorStyleName, readonly string[]>>> = {
  uniswap: ['0x4ec90e965519d92681267467f775ada5bd214aa92c0dc93d90a5e880ce9ed026'],
  shapeshift: ['0x528937b330082d892a98d4e428ab2dcca7844b51d227a1c0ae67f0b5261acbd9'],
  towns: [
    '0x970af01ab25e63f8131277859b2c17e9a07c2eb257e6db87449000d91c0f8401',
    '0xf08f338c8905e343697a35fef11af2f611a36658016e0653521354c865373ea7',
  ],
  looksrare: ['0x19552fadade1a47d8fa44f6487230cfff67275de6e68fbfba65171532768fd7d'],
  // Topics by which rotki decodes the claims, `rotkehlchen/chain` at ef14aadd.
  arbitrum: ['0x8629b200ebe43db58ad688b85131d53251f3f3be4c14933b4641aeebacf1c08c'],
  convex: ['0x47cee97cb7acd717b3c0aa1435d004cd5b3c8c57d70dbceb4e4458bbd60e39d4'],
  degen: ['0x4ec90e965519d92681267467f775ada5bd214aa92c0dc93d90a5e880ce9ed026'],
  shutter: ['0x7cd091e2ff3f9fb5d2af5b8ff0f594b6963db44e143fd471a132b649535f1236'],
  walletconnect: ['0x896e034966eaaf1adc54acc0f257056febbd300c9e47182cf761982cf1f5e430'],
  'sablier-v1': [STREAMED],
  'sablier-v1.3-instant': ['0x1dcd2362ae467d43bf31cbcac0526c0958b23eb063e011ab49a5179c839ed9a9'],
  'sablier-v1.3-stream': [STREAMED],
  'sablier-instant': ['0x2fb6e76f6c88eb31f43c986c9c81d4bb10dc0a4c3e9b3fe6e8664124fa326980'],
  'sablier-linear': [
    '0xb0e61d06868c2b844ea5ce4c42d43866e18f6d8131ca2e2ce1af2ccc10e8d0ad',
    '0x6edacaef45d4eeb1d0fb82b2a0bbac8709e930057f116753d65da770427aad46',
  ],
  'sablier-tranched': [
    '0xf46684b730cdfda57162147f36e667c94ecc144aa37e949cffe699e2f7c7f38d',
    '0xc1a996f3693566bf333b8f07ae109766a59a6660dc05dadd5f419487f797f70b',
  ],
  'sablier-variable': [
    '0x7329b93011fef25a837e2ee061e6b301fe7b9dbcc042ab8914bd67cf52f38fa8',
    '0x27cf8717d25c16847f0112ea2293c66dbc1375d054eb641914dcbe1b9d6e284f',
  ],
};

const PUBLISHED_VESTING: Readonly<Partial<Record<DistributorStyleName, readonly string[]>>> = {
  'sablier-linear': ['0x6c0b1e8c', '0xcbe9e5ef', '0xc947611f', '0xfe19f495', '0x536378c3', '0x3b8d3fc5', '0x833e7260'],
  'sablier-tranched': ['0x6c0b1e8c', '0xcbe9e5ef', '0x496500a8'],
  'sablier-variable': ['0x6c0b1e8c', '0xbe2ccd2b', '0xae1a43a5'],
};

const styles = Object.entries(DISTRIBUTOR_STYLES) as [DistributorStyleName, DistributorStyle][];

/** Every function of a style, in the order of its members. */
const functionsOf = ({
  claims,
  claimed,
  root,
  token,
  startsAt,
  endsAt,
  feeWei,
  ...style
}: DistributorStyle): string[] =>
  [
    ...claims.map(({ signature }) => signature),
    claimed?.check,
    root,
    token === 'self' ? null : token,
    startsAt?.call,
    endsAt?.call,
    feeWei,
    ...viewsOf(style),
  ].flatMap((text) => text ?? []);

/** View functions of the amounts of a style. */
function viewsOf({ allocations }: Pick<DistributorStyle, 'allocations'>): (string | null | undefined)[] {
  if (allocations === undefined) return [];
  if (allocations.from === 'events') return [allocations.view, allocations.total, allocations.nextPeriod];
  return [
    allocations.view,
    allocations.primary,
    allocations.multiplier,
    allocations.secondary,
    allocations.denominator,
  ];
}

describe('styles of distributors', () => {
  it.each(Object.entries(PUBLISHED_SELECTORS))(
    '%s: every function has the selector of the published ABI',
    (name, published) => {
      const style = distributorStyle(name)!;
      expect(functionsOf(style).map((text) => toFunctionSelector(`function ${text}`))).toEqual(published);
    },
  );

  it.each(Object.entries(PUBLISHED_TOPICS))('%s: every event has the topic of the published ABI', (name, published) => {
    const { events } = distributorStyle(name)!;
    expect(events.map(({ event }) => toEventSelector(event))).toEqual(published);
  });

  it.each(Object.entries(PUBLISHED_VESTING))(
    '%s: every function of the vesting has the selector of the published ABI',
    (name, published) => {
      const views: object = distributorStyle(name)!.vesting!;
      const selectors = Object.values(views).map((text) => toFunctionSelector(`function ${String(text)}`));
      expect(selectors).toEqual(published);
    },
  );

  it.each(styles)('%s: the named arguments are arguments of the event, of the types that are read', (_, { events }) => {
    for (const { event, wallet, amount, index, recipient, token } of events) {
      const abi = parseAbiItem(event) as AbiEvent;
      const typeOf = (name: string) => abi.inputs.find((input) => input.name === name)?.type;
      expect(abi.type).toBe('event');
      for (const name of [wallet, recipient, token]) if (typeof name === 'string') expect(typeOf(name)).toBe('address');
      // Up to 48 bits would be decoded as numbers.
      for (const name of [amount, index])
        if (typeof name === 'string') expect(typeOf(name)).toMatch(/^uint(?:128|256)$/);
    }
  });

  it.each(styles)(
    '%s: the functions can be parsed, and the source names a version that does not change',
    (_, style) => {
      const { paused, redirected, claimType, forgone } = style;
      const others = [paused, redirected, claimType, forgone?.paid, forgone?.forgone].flatMap((text) => text ?? []);
      for (const text of [...functionsOf(style), ...others])
        expect(toFunctionSelector(`function ${text}`)).toMatch(/^0x[0-9a-f]{8}$/);
      expect(style.source).toMatch(/\/(?:blob\/[0-9a-f]{40}\/.+\.(?:sol|vy|json)|v\/\d+\.\d+\.\d+)$/);
    },
  );

  it.each(styles)(
    '%s: the arguments of the events of its amounts have the names and types that are read',
    (_, style) => {
      const { allocations } = style;
      for (const { event, entries } of allocations?.from === 'events' ? allocations.events : []) {
        const { inputs } = parseAbiItem(event) as AbiEvent;
        const types = Object.fromEntries(inputs.map((input) => [input.name, input.type]));
        if (entries === 'single') expect(types).toEqual({ recipient: 'address', amount: 'uint256' });
        else expect(types['allocations']).toBe(entries === 'pairs' ? 'tuple[]' : 'bytes32[]');
      }
    },
  );

  it('does not follow a contract of several distributions, nor one whose events state no amount', () => {
    const unfollowed = styles.map(([name]) => name).filter((name) => followedStyle(name) === null);
    expect(unfollowed).toEqual([
      'hedgey',
      'merkl',
      'eigenlayer',
      'zora',
      'safe',
      'shutter',
      'dydx',
      'kernel',
      'spark',
      'towns',
    ]);
  });

  it('finds a style by its name only', () => {
    expect(distributorStyle('zksync')).toBe(DISTRIBUTOR_STYLES.zksync);
    expect(['constructor', 'Uniswap', ''].map(distributorStyle)).toEqual([null, null, null]);
  });
});
