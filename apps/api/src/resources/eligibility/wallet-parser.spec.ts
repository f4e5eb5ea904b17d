import { type InvalidWalletError, parseWallet } from '@droptrack/eligibility';
import * as fc from 'fast-check';
import { WalletParser } from './wallet-parser';

describe('WalletParser', () => {
  // A checksum by another hash function would reject valid wallets, or accept mistyped ones.
  it('returns what the portable parser returns, for every spelling', async () => {
    const parser = await WalletParser.create();
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(bytes, fc.nat(39), (wallet, at) => {
        const lower = `0x${Buffer.from(wallet).toString('hex')}`;
        const expected = parseWallet(lower);
        expect(parser.parse(lower)).toEqual(expected);
        expect(parser.parse(expected.address)).toEqual(expected);
        const flipped = [...expected.address].map((digit, i) => (i === at + 2 ? swapCase(digit) : digit)).join('');
        expect(outcome(() => parser.parse(flipped))).toEqual(outcome(() => parseWallet(flipped)));
      }),
    );
  });
});

const swapCase = (digit: string): string => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase());

function outcome(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return (error as InvalidWalletError).reason;
  }
}
