import * as fc from 'fast-check';
import { generateApiKey, hashApiKey, parseApiKey } from './api-key';

describe('API keys', () => {
  it.each(['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc', 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O0028g8H'])(
    'accepts the published vector %s',
    (key) => {
      expect(parseApiKey(key)).toBe(key);
    },
  );

  it('generates keys that it accepts', () => {
    const keys = Array.from({ length: 200 }, generateApiKey);
    expect(keys.every((key) => parseApiKey(key) === key)).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });

  // A typo must be detected without a look-up.
  it('rejects a key with one character changed, removed or added', () => {
    const key = generateApiKey();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, text) => {
        const other = key.slice(0, at) + text + key.slice(at + 1);
        fc.pre(other !== key);
        expect(parseApiKey(other)).toBeNull();
      }),
    );
  });

  it.each([
    '',
    'dtk_',
    ' dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc',
    'DTK_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc',
    'x'.repeat(100_000),
  ])('rejects text without the format of a key', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  it('hashes a key to 32 bytes that do not contain it', () => {
    expect(hashApiKey('dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc').toString('hex')).toMatch(/^[0-9a-f]{64}$/);
  });
});
