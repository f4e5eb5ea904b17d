import { WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { InvalidWalletError } from './errors';
import { FAMILY_NAMES } from './family-names';
import { invalidWalletFor } from './invalid-wallet-for';
import { parseWallet } from './parse-wallet';

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const INVALID = [
  'abc1',
  'Total',
  'vitalik.eth',
  `eip155:1:${VITALIK}`,
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r',
  '',
  '1'.repeat(91),
  ` ${VITALIK}`,
  VITALIK.replace('a', '\u0430'),
  'umee1004mqvtqkckwzq0dkappks9ngf6ecc7z5mlhh5',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  `0x${'fF'.repeat(32)}`,
  VITALIK.slice(2),
  VITALIK.slice(0, -1),
  VITALIK.replace('F', 'G'),
  VITALIK.replace('dA', 'da'),
  SOLANA.slice(0, 30),
];

function rejectionOf(text: string): InvalidWalletError {
  try {
    parseWallet(text);
  } catch (error) {
    if (error instanceof InvalidWalletError) return error;
  }
  throw new Error('It is a wallet');
}
const sentence = (text: string, families: readonly WalletType[]) =>
  invalidWalletFor(rejectionOf(text), families).message;

describe('the rejection of a wallet', () => {
  // A wallet that is corrected to the other family is rejected again, or absent from every list.
  it.each(INVALID)('names the family that a drop accepts, and no other: %j', (text) => {
    expect(sentence(text, ['evm'])).toMatch(/EVM/);
    expect(sentence(text, ['evm'])).not.toMatch(/Solana|base58|Starknet/);
    expect(sentence(text, ['solana'])).toMatch(/Solana/);
    expect(sentence(text, ['solana'])).not.toMatch(/EVM|0x|Starknet/);
    expect(sentence(text, ['starknet'])).toMatch(/Starknet/);
    expect(sentence(text, ['starknet'])).not.toMatch(/EVM|Solana|base58/);
    expect(sentence(text, ['cosmos'])).toMatch(/Cosmos/);
    expect(sentence(text, ['cosmos'])).not.toMatch(/EVM|Solana|base58|0x|Starknet/);
    for (const family of ['sui', 'aptos', 'movement', 'ton', 'bitcoin'] as const) {
      expect(sentence(text, [family])).toContain(FAMILY_NAMES[family]);
      expect(sentence(text, [family])).not.toMatch(/EVM|Solana|Starknet|Cosmos/);
    }
    expect(sentence(text, [])).toMatch(/this service cannot check the wallet type of this drop$/);
    expect(sentence(text, WALLET_TYPES)).toBe(rejectionOf(text).message);
  });

  it.each<[string, readonly WalletType[], string]>([
    ['abc1', ['evm'], 'evm_form'],
    [VITALIK.slice(2), ['evm'], 'evm_prefix'],
    ['abc1', ['solana'], 'solana_length'],
    [VITALIK.slice(0, -1), ['evm'], 'evm_length'],
    [VITALIK.slice(0, -1), ['solana'], 'solana_length'],
    ['vitalik.eth', ['solana'], 'name'],
    ['', ['evm'], 'empty'],
    ['abc1', [], 'solana_length'],
    ['abc1', ['starknet'], 'starknet_length'],
    ['abc1', ['cosmos'], 'cosmos_form'],
    [VITALIK.slice(0, -1), ['evm', 'starknet'], 'evm_length'],
    [`0x${'fF'.repeat(32)}`, ['evm'], 'hash_or_key'],
    [`0x${'fF'.repeat(32)}`, ['starknet'], 'hash_or_key'],
  ])('has the reason of the drop: %j, %j: %s', (text, families, reason) => {
    expect(invalidWalletFor(rejectionOf(text), families).reason).toBe(reason);
  });

  it('names every family of a drop that accepts several', () => {
    expect(sentence(VITALIK.slice(0, -1), ['evm', 'starknet'])).toBe(
      'An EVM address has exactly 40 hex digits after 0x; this drop accepts only EVM addresses (0x and 40 hex digits) and ' +
        'Starknet addresses (0x and 64 hex digits)',
    );
  });

  it('is one sentence', () => {
    expect(sentence('abc1', ['evm'])).toBe(
      'It is not an EVM address; this drop accepts only EVM addresses (0x and 40 hex digits)',
    );
    expect(sentence('Total', ['evm'])).toBe(
      'It is a word and not an address, such as the label of a row with a total; this drop accepts only EVM addresses (0x ' +
        'and 40 hex digits)',
    );
  });

  it.each<[string, RegExp]>([
    ['mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', /^It is an address of a Bitcoin test network/],
    ['2NByiBUaEXrhmqAsg7BbLpcQSAQs1EDwt5w', /^It is an address of a Bitcoin test network/],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /^It is an address of a Bitcoin test network/],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', /^It is a Tron address/],
    [`eip155:1:${VITALIK}`, /^The name of a chain precedes the address/],
    [`eth:${VITALIK}`, /^The name of a chain precedes the address/],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOLANA}`, /^The name of a chain precedes the address/],
    ['vitalik.eth', /^It is a name/],
    ['pay.someone.base.eth', /^It is a name/],
    ['Total', /^It is a word/],
    ['Grand total:', /^It is a word/],
    ['Сумма', /^It is a word/],
    ['12345', /^It is not an EVM address/],
  ])('is about the form that the text has: %s', (text, start) => {
    expect(sentence(text, ['evm'])).toMatch(start);
    expect(sentence(text, ['evm'])).not.toContain('begins with 0x');
  });
});
