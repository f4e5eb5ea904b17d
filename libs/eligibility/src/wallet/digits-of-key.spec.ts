import { hasDigitsOfKey, isKeyFor } from './digits-of-key';

const KEY = `0x${'ab'.repeat(32)}`;
const STARKNET = '0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914';
const MISTYPED = STARKNET.replace('fd', 'fD');
const EVM = `0x${'1'.repeat(40)}`;

describe('hasDigitsOfKey', () => {
  it.each([
    [KEY, true],
    [STARKNET, true],
    [MISTYPED, true],
    [EVM, false],
    ['vitalik.eth', false],
  ])('of %s is %s', (text, expected) => {
    expect(hasDigitsOfKey(text)).toBe(expected);
  });
});

describe('isKeyFor', () => {
  it.each([
    [KEY, ['evm', 'solana'], true],
    [KEY, ['starknet'], true],
    [KEY, [], true],
    [KEY, ['evm', 'sui'], false],
    [STARKNET, ['starknet'], false],
    [STARKNET, ['evm'], true],
    [MISTYPED, ['sui'], true],
    [MISTYPED, ['starknet'], false],
    [EVM, ['solana'], false],
  ] as const)('of %s for %j is %s', (text, accepted, expected) => {
    expect(isKeyFor(text, accepted)).toBe(expected);
  });
});
