import { concat, keccak256, toHex } from 'viem';
import { codeRequests, contractCode } from './code-hash';

const ZERO = `0x${'0'.repeat(64)}`;
const CODE = '0x6080604052';
const IMPLEMENTATION = `0x${'ab'.repeat(20).padStart(64, '0')}` as const;

describe('code of a contract', () => {
  it('is read with the slots of EIP-1967, at one block', () => {
    const slotOf = (name: string) => toHex(BigInt(keccak256(toHex(name))) - 1n);
    expect(codeRequests('0xaa', 17n)).toEqual([
      { method: 'eth_getCode', params: ['0xaa', '0x11'] },
      { method: 'eth_getStorageAt', params: ['0xaa', slotOf('eip1967.proxy.implementation'), '0x11'] },
      { method: 'eth_getStorageAt', params: ['0xaa', slotOf('eip1967.proxy.beacon'), '0x11'] },
    ]);
  });

  it('has the hash of its bytes', () => {
    expect(contractCode([CODE, ZERO, ZERO])).toEqual({ hash: keccak256(CODE), isProxy: false });
    expect(contractCode([CODE.toUpperCase().replace('0X', '0x'), '0x0', '0x'])).toEqual({
      hash: keccak256(CODE),
      isProxy: false,
    });
  });

  it('of a proxy has a hash that changes with its implementation', () => {
    const code = contractCode([CODE, IMPLEMENTATION, ZERO]);
    expect(code).toEqual({ hash: keccak256(concat([CODE, IMPLEMENTATION, ZERO as `0x${string}`])), isProxy: true });
    expect(contractCode([CODE, `0x${'ac'.repeat(20)}`, ZERO])!.hash).not.toBe(code!.hash);
  });

  // Its beacon can name another implementation, which no slot of the proxy shows.
  it('of a proxy of a beacon has no hash', () => {
    expect(contractCode([CODE, ZERO, IMPLEMENTATION])).toEqual({ hash: null, isProxy: true });
    expect(contractCode([CODE, IMPLEMENTATION, IMPLEMENTATION])).toEqual({ hash: null, isProxy: true });
  });

  it.each([
    ['no code', ['0x', ZERO, ZERO]],
    ['code of another account (EIP-7702)', [`0xef0100${'ab'.repeat(20)}`, ZERO, ZERO]],
    ['the same in capitals', [`0xEF0100${'AB'.repeat(20)}`, ZERO, ZERO]],
    ['an error', [null, ZERO, ZERO]],
    ['a slot that the node did not state', [CODE, null, ZERO]],
    ['a slot of more than a word', [CODE, `${ZERO}0`, ZERO]],
    ['half a byte', ['0x608', ZERO, ZERO]],
  ])('is none for %s', (_, results) => {
    expect(contractCode(results)).toBeNull();
  });
});
