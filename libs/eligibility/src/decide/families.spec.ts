import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { WALLET_TYPES, type WalletType } from '@droptrack/contracts';
import { sha256 } from '@droptrack/sha256';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { acceptedFamilies, familiesOf } from '../wallet/families';
import { parseWallet } from '../wallet/parse-wallet';
import { decideEligibility } from './decide-eligibility';
import { facts, listed, notListed } from './testing';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');
const base58check = createBase58check(sha256);
const hex32 = (first: number, last: number) =>
  fc
    .tuple(fc.integer({ min: first, max: last }), bytes(31))
    .map(([top, rest]) => `0x${hex(Uint8Array.of(top, ...rest))}`);

/** Random addresses of each family. */
const ADDRESSES: Readonly<Record<WalletType, fc.Arbitrary<string>>> = {
  evm: bytes(20).map((given) => `0x${hex(given)}`),
  solana: bytes(32).map((given) => base58.encode(given)),
  starknet: hex32(0, 6),
  cosmos: fc
    .tuple(fc.constantFrom('cosmos', 'osmo', 'celestia'), fc.oneof(bytes(20), bytes(32)))
    .map(([prefix, given]) => bech32.encode(prefix, bech32.toWords(given))),
  sui: hex32(0, 255),
  aptos: hex32(0, 255),
  movement: hex32(0, 255),
  ton: bytes(32).map((given) => `0:${hex(given)}`),
  bitcoin: fc.oneof(
    fc
      .tuple(fc.constantFrom(0, 5), bytes(20))
      .map(([version, given]) => base58check.encode(Uint8Array.of(version, ...given))),
    bytes(20).map((given) => bech32.encode('bc', [0, ...bech32.toWords(given)])),
    bytes(32).map((given) => bech32m.encode('bc', [1, ...bech32m.toWords(given)])),
  ),
};
const anyWallet = fc
  .constantFrom(...WALLET_TYPES)
  .chain((family) => ADDRESSES[family].map((text) => ({ family, wallet: parseWallet(text) })));
const anyFamilies = fc.subarray([...WALLET_TYPES], { minLength: 1 });

it('every address has its own family among those of its form, and at most four', () => {
  fc.assert(
    fc.property(anyWallet, ({ family, wallet }) => {
      const families = familiesOf(wallet);
      expect(families).toContain(family);
      expect(families).toContain(wallet.type);
      expect(families.length).toBeLessThanOrEqual(4);
      expect(families.length > 1).toBe(['starknet', 'sui', 'aptos', 'movement'].includes(family));
    }),
  );
});

// A list of one family must not reject a wallet that may be of another one.
it('a wallet whose family is ambiguous for a drop is never ineligible, and any other one only by its form or a complete list', () => {
  fc.assert(
    fc.property(anyWallet, anyFamilies, fc.constantFrom('none', 'without', 'zero'), ({ wallet }, wallets, kind) => {
      const definition = dropDefinition({ wallets });
      const allocations = kind === 'none' ? [] : kind === 'zero' ? listed({ amount: '0' }) : notListed;
      const { status, reasons, wallet_type: type } = decideEligibility(facts({ wallet, definition, allocations }));
      const accepted = acceptedFamilies(wallet, wallets);
      if (accepted.length === 0) {
        expect([status, reasons[0]!.code]).toEqual(['ineligible', 'wrong_address_family']);
        return;
      }
      expect(accepted).toContain(type);
      expect(status === 'ineligible').toBe(accepted.length === 1 && kind !== 'none');
      if (accepted.length > 1 && kind !== 'none') expect(reasons[0]!.code).toBe('wallet_not_verifiable');
    }),
    { numRuns: runs(1_000, 10_000) },
  );
});

it('finds a listed wallet of an ambiguous family', () => {
  const wallet = parseWallet(`0x${'ab'.repeat(32)}`);
  const definition = dropDefinition({ wallets: ['sui', 'aptos'] });
  expect(decideEligibility(facts({ wallet, definition, allocations: listed() }))).toMatchObject({
    status: 'eligible',
    wallet_type: 'sui',
  });
  const onMovement = dropDefinition({ chain: fact('movement') });
  expect(decideEligibility(facts({ wallet, definition: onMovement, allocations: listed() })).wallet_type).toBe(
    'movement',
  );
});
