import { parseAbiItem, toEventSelector, toFunctionSelector } from 'viem/utils';
import type { AbiEvent } from 'viem';
import type { DistributorStyle } from './style';
import { DISTRIBUTOR_STYLES, distributorStyle, type DistributorStyleName } from './styles';

/** Selectors and topics by name, computed from the ABIs that the authors publish on npm, not from the texts of the styles. */
const PUBLISHED_SELECTORS: Readonly<Partial<Record<DistributorStyleName, readonly string[]>>> = {
  uniswap: ['0x2e7ba6ef', '0x9e34070f', '0x2eb4a7ab', '0xfc0c546a'],
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
const functionsOf = ({ claims, claimed, root, token, startsAt, endsAt, feeWei }: DistributorStyle): string[] =>
  [
    ...claims.map(({ signature }) => signature),
    claimed?.check,
    root,
    token === 'self' ? null : token,
    startsAt?.call,
    endsAt?.call,
    feeWei,
  ].flatMap((text) => text ?? []);

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
      for (const name of [amount, index]) if (name !== undefined) expect(typeOf(name)).toMatch(/^uint(?:128|256)$/);
    }
  });

  it.each(styles)(
    '%s: the functions can be parsed, and the source names a version that does not change',
    (_, style) => {
      for (const text of functionsOf(style)) expect(toFunctionSelector(`function ${text}`)).toMatch(/^0x[0-9a-f]{8}$/);
      expect(style.source).toMatch(/\/(?:blob\/[0-9a-f]{40}\/.+\.sol|v\/\d+\.\d+\.\d+)$/);
    },
  );

  it('finds a style by its name only', () => {
    expect(distributorStyle('zksync')).toBe(DISTRIBUTOR_STYLES.zksync);
    expect(['constructor', 'Uniswap', ''].map(distributorStyle)).toEqual([null, null, null]);
  });
});
