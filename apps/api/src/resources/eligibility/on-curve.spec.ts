import { parseWallet } from '@droptrack/eligibility';
import { ed25519 } from '@noble/curves/ed25519';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { isOnCurve } from './on-curve';

const isOn = (address: string): boolean => isOnCurve(parseWallet(address));

describe('isOnCurve', () => {
  it('is true for every public key', () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seed, (secret) => expect(isOn(base58.encode(ed25519.getPublicKey(secret)))).toBe(true)),
      { numRuns: 20 },
    );
  });

  // Program-derived: solana-labs/solana-web3.js, test/publickey.test.ts. Public key: RFC 8032, section 7.1, test 1.
  it.each([
    ['a program-derived address', '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA', false],
    ['a published public key', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z', true],
    ['the system program, which is the number 0', '11111111111111111111111111111111', true],
  ])('of %s (%s) is %s', (_, address, expected) => {
    expect(isOn(address)).toBe(expected);
  });
});
