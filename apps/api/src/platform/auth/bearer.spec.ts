import { DomainError } from '../errors/domain-error';
import { HEADER_LENGTH_MAX, keyIn } from './bearer';

const KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

function rejectionOf(authorization: string | string[] | undefined): DomainError {
  try {
    keyIn(authorization);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('It was taken');
}

describe('the key of an Authorization header', () => {
  it.each([`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER   ${KEY}  `])('is read from "%s"', (header) => {
    expect(keyIn(header)).toBe(KEY);
  });

  it.each([undefined, '', '  '])('is missing in %j, which names no error', (header) => {
    const { code, details } = rejectionOf(header);
    expect([code, details.headers]).toEqual(['missing_api_key', { 'www-authenticate': 'Bearer realm="droptrack"' }]);
  });

  it.each([
    ['another scheme', 'Basic dXNlcg=='],
    ['no scheme', KEY],
    ['no key', 'Bearer '],
    ['a tab after the scheme', `Bearer\t${KEY}`],
    ['a mistyped key', `Bearer ${KEY.slice(0, -1)}d`],
    ['a key with a space in it', `Bearer ${KEY.slice(0, 20)} ${KEY.slice(20)}`],
    ['two keys, joined as a proxy does', `Bearer ${KEY}, Bearer ${KEY}`],
    ['a list of headers', [`Bearer ${KEY}`, `Bearer ${KEY}`]],
    ['a list of one header', [`Bearer ${KEY}`]],
    ['a header as long as Node lets through', `Bearer ${' '.repeat(16_000)}${KEY}`],
    ['a header of 100 kB', `Bearer ${KEY.repeat(2_500)}`],
  ])('is rejected for %s, without the key in the message', (_, header) => {
    const { code, message, details } = rejectionOf(header);
    expect([code, details.headers]).toEqual([
      'invalid_api_key',
      { 'www-authenticate': 'Bearer realm="droptrack", error="invalid_token"' },
    ]);
    expect(message).not.toContain('A1b2');
  });

  it('may have room around it, up to a bound', () => {
    const room = HEADER_LENGTH_MAX - `Bearer ${KEY}`.length;
    expect(keyIn(`Bearer ${KEY}${' '.repeat(room)}`)).toBe(KEY);
    expect(rejectionOf(`Bearer ${KEY}${' '.repeat(room + 1)}`).code).toBe('invalid_api_key');
  });
});
