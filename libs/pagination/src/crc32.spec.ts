import { crc32 } from './index';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('crc32', () => {
  it.each([
    ['', 0],
    // The check value of the catalogue of CRCs.
    ['123456789', 0xcbf43926],
    // Those of API keys: the last one's sum has a leading zero.
    ['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5', 0x71887406],
    ['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O0', 0x01e28089],
  ])('of %p is known', (text, sum) => {
    expect(crc32(ascii(text))).toBe(sum);
  });
});
