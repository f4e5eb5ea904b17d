import * as fc from 'fast-check';
import { l2Alias } from './l2-alias';
import { parseWallet } from './parse-wallet';

const of = (text: string): string | undefined => l2Alias(parseWallet(text))?.address.toLowerCase();

it.each([
  ['0x0000000000000000000000000000000000000000', '0x1111000000000000000000000000000000001111'],
  // Beyond the largest address it starts again at 0.
  ['0xffffffffffffffffffffffffffffffffffffffff', '0x1111000000000000000000000000000000001110'],
  ['0xeeeeffffffffffffffffffffffffffffffffeeef', '0x0000000000000000000000000000000000000000'],
])('the alias of %s is %s', (address, alias) => expect(of(address)).toBe(alias));

it('is a wallet of its own, with its checksum', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const wallet = parseWallet(`0x${Buffer.from(bytes).toString('hex')}`);
      const alias = l2Alias(wallet)!;
      expect(parseWallet(alias.address)).toEqual(alias);
      expect(BigInt.asUintN(160, BigInt(alias.address) - BigInt(wallet.address))).toBe(
        0x1111000000000000000000000000000000001111n,
      );
    }),
  );
});

it('is none for a wallet of another family', () => {
  expect(l2Alias(parseWallet('9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y'))).toBeNull();
});
