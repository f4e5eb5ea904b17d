import { crc32 } from './index';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('crc32', () => {
  it.each([
    ['', 0],
    // Check value of CRC-32/ISO-HDLC.
    ['123456789', 0xcbf43926],
    // API keys; the CRC of the last one has a leading zero.
    ['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5', 0x71887406],
    ['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O0', 0x01e28089],
  ])('returns the known value of %p', (text, sum) => {
    expect(crc32(ascii(text))).toBe(sum);
  });
});
