import type { WalletType } from '@droptrack/contracts';
import { sha256 } from '@droptrack/sha256';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { addressOfKey } from './key-address';
import { parseWallet } from './parse-wallet';

const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');
const ADDRESSES = fc.oneof(
  bytes(20).map((given) => `0x${hex(given)}`),
  bytes(32).map((given) => base58.encode(given)),
  bytes(31).map((given) => `0x01${hex(given)}`),
  bytes(31).map((given) => `0xff${hex(given)}`),
  fc.tuple(fc.constantFrom('0', '-1'), bytes(32)).map(([workchain, given]) => `${workchain}:${hex(given)}`),
  fc
    .tuple(fc.constantFrom(0x00, 0x05), bytes(20))
    .map(([version, given]) => base58check.encode(Uint8Array.of(version, ...given))),
  fc.oneof(bytes(20), bytes(32)).map((given) => bech32.encode('bc', [0, ...bech32.toWords(given)])),
  bytes(32).map((given) => bech32m.encode('bc', [1, ...bech32m.toWords(given)])),
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
      const fixed: Partial<Record<WalletType, number>> = { evm: 20, solana: 32, starknet: 33, sui: 33 };
      expect(key).toHaveLength(fixed[type] ?? Math.min(73, Math.max(34, key.length)));
    }),
  );
});
