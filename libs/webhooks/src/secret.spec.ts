import fc from 'fast-check';
import { formatSecret, InvalidSecretError, parseSecret } from './index';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => 255 - at);
const messageOf = (secret: string): string => {
  try {
    parseSecret(secret);
  } catch (error) {
    if (error instanceof InvalidSecretError) return error.message;
  }
  return 'accepted';
};

it('parses every secret that it formats', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (key) => {
      const secret = formatSecret(key);
      expect(secret).toBe(`whsec_${Buffer.from(key).toString('base64')}`);
      expect(parseSecret(secret)).toEqual(key);
      expect(parseSecret(secret.slice('whsec_'.length).replace(/=+$/, ''))).toEqual(key);
    }),
  );
});

it.each([
  ['', 'is missing'],
  [' \n', 'is missing'],
  ['dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc', 'is an API key'],
  ['wh_3kT9vPq2Lm', 'is invalid'],
  ['evt_7Qm2Zc9Kx1', 'is invalid'],
  ['whsec_', 'is invalid'],
  [formatSecret(bytes(23)), 'is invalid'],
  [formatSecret(bytes(65)), 'is invalid'],
  [`${formatSecret(bytes(32))}\n`, 'is invalid'],
  [` ${formatSecret(bytes(32))}`, 'is invalid'],
  [formatSecret(bytes(32)).replace('/', '_'), 'is invalid'],
  [`WHSEC_${formatSecret(bytes(32)).slice(6)}`, 'is invalid'],
])('names the problem of %j without repeating it', (secret, problem) => {
  const message = messageOf(secret);
  expect(message).toContain(problem);
  expect(message).toContain('it must be whsec_ and base64 of 24 to 64 bytes');
  if (secret.length > 10) expect(message).not.toContain(secret.trim().slice(6));
});
