import { base58, bech32 } from '@scure/base';
import * as fc from 'fast-check';
import { addressOfKey } from './key-address';
import { parseWallet } from './parse-wallet';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');
const ADDRESSES = fc.oneof(
  bytes(20).map((given) => `0x${hex(given)}`),
  bytes(32).map((given) => base58.encode(given)),
  bytes(31).map((given) => `0x01${hex(given)}`),
  fc
    .tuple(fc.constantFrom('a', 'cosmos', 'abcdefghijklmnopqrst'), fc.oneof(bytes(20), bytes(32)))
    .map(([prefix, given]) => bech32.encode(prefix, bech32.toWords(given))),
);

// Rows of a list contain only the key of a wallet.
it('returns the address of every key, of every family', () => {
  fc.assert(
    fc.property(ADDRESSES, (text) => {
      const { type, bytes: key } = parseWallet(text);
      expect(addressOfKey(hex(key))).toBe(text);
      const isOfFamily = { evm: 20, solana: 32, starknet: 33, cosmos: Math.max(34, key.length) }[type];
      expect(key).toHaveLength(isOfFamily);
    }),
  );
});
