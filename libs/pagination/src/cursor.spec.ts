import * as fc from 'fast-check';
import { CURSOR_LENGTH_MAX } from '@droptrack/contracts';
import { crc32, cursorScope, decodeCursor, encodeCursor, InvalidCursorError, InvalidPositionError } from './index';

const SCOPE = cursorScope('drops', { sort: 'hype', order: 'desc' });
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const ids = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,5}$/),
  fc.stringMatching(/^cal_[0-9a-zA-Z]{20}$/),
);
const keys = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((key) => key + 0),
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((key) => key.length <= 64),
);
const positions = fc.record({ key: keys, id: ids });

/** Token with a valid CRC over arbitrary content, as an attacker who knows the layout can create it. */
function forge(content: string): string {
  const bytes = Buffer.from(content);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, sum]).toString('base64url');
}
const hash = crc32(Buffer.from(SCOPE));
const isAccepted = (token: string) => {
  try {
    return decodeCursor(token, SCOPE) !== null;
  } catch (error) {
    if (error instanceof InvalidCursorError) return false;
    throw error;
  }
};
const expectRejected = (token: string, scope = SCOPE) => {
  expect(() => decodeCursor(token, scope)).toThrow(InvalidCursorError);
};

describe('a cursor', () => {
  it('round-trips its position, in characters that need no escaping in a URL', () => {
    fc.assert(
      fc.property(positions, fc.string(), (position, scope) => {
        const token = encodeCursor(position, scope);
        expect(token).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
        expect(decodeCursor(token, scope)).toEqual(position);
      }),
    );
  });

  it.each(['Ünïcødé', '漢字'.repeat(32), '💧'.repeat(32), '"\\\u2028', '\ud800', '\u0000'])(
    'preserves the key %j',
    (key) => {
      expect(decodeCursor(encodeCursor({ key, id: 'linea' }, SCOPE), SCOPE).key).toBe(key);
    },
  );

  // With another sort, it would skip rows silently.
  it('is valid for one list only', () => {
    const token = encodeCursor({ key: 65, id: 'linea' }, SCOPE);
    expectRejected(token, cursorScope('drops', { sort: 'ev', order: 'desc' }));
    expectRejected(token, cursorScope('calendar', { sort: 'hype', order: 'desc' }));
  });

  it.each([
    ['a key that is not finite', { key: Infinity, id: 'linea' }],
    ['a long key', { key: 'k'.repeat(65), id: 'linea' }],
    ['a key that is too long once escaped', { key: '\u0001'.repeat(64), id: 'l'.repeat(64) }],
    ['an empty id', { key: 1, id: '' }],
    ['an id that is no slug', { key: 1, id: 'a b' }],
    ['a long id', { key: 1, id: 'l'.repeat(65) }],
  ])('cannot be created from %s', (_, position) => {
    expect(() => encodeCursor(position, SCOPE)).toThrow(InvalidPositionError);
  });

  it('is rejected after any change, truncation or extension by one character', () => {
    for (const key of [65, null, 0.1, '2026-07-10T00:00:00.000Z', '漢']) {
      const token = encodeCursor({ key, id: 'linea' }, SCOPE);
      const others = [...Array(token.length + 1).keys()].flatMap((at) => [
        token.slice(0, at),
        token.slice(at),
        ...[...ALPHABET, ...'+/= \n\u0000\u00e9'].flatMap((character) => [
          token.slice(0, at) + character + token.slice(at),
          token.slice(0, at) + character + token.slice(at + 1),
        ]),
      ]);
      expect(others.filter((other) => other !== token && isAccepted(other))).toEqual([]);
    }
  });

  it('rejects any other text with InvalidCursorError', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.base64String({ maxLength: 600 }),
      fc.json().map(forge),
      fc.tuple(positions, fc.string()).map(([position, tail]) => encodeCursor(position, SCOPE) + 'A' + tail),
    );
    fc.assert(
      fc.property(texts, (text) => expectRejected(text)),
      { numRuns: 2_000 },
    );
  });

  // The CRC of all these is valid, but only the canonical form is accepted.
  it.each([
    ['another layout', `[2,${hash},65,"linea"]`],
    ['no position', `[1,${hash}]`],
    ['one member more', `[1,${hash},65,"linea",0]`],
    ['spaces', `[1, ${hash}, 65, "linea"]`],
    ['a number spelt otherwise', `[1,${hash},65.0,"linea"]`],
    ['minus zero', `[1,${hash},-0,"linea"]`],
    ['a number that is not finite', `[1,${hash},1e999,"linea"]`],
    ['an escape that is not needed', `[1,${hash},65,"l\\u0069nea"]`],
    ['a key of another type', `[1,${hash},true,"linea"]`],
    ['an object', `{"2":65,"3":"linea"}`],
    ['null', 'null'],
    ['a text', '"abcd"'],
  ])('is rejected with %s', (_, content) => {
    expectRejected(forge(content));
  });

  it('is accepted in canonical form, regardless of its origin', () => {
    expect(decodeCursor(forge(`[1,${hash},65,"linea"]`), SCOPE)).toEqual({ key: 65, id: 'linea' });
  });

  // A megabyte of base64 must cost no more than a check of its length.
  it('is not decoded if it is too long', () => {
    const decode = jest.spyOn(globalThis, 'atob');
    expectRejected('A'.repeat(CURSOR_LENGTH_MAX + 1));
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });
});

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

describe('cursorScope', () => {
  const scope = cursorScope('drops', { sort: 'hype', status: ['live', 'tge'], q: 'a' });

  it.each([
    ['parts in another order', { q: 'a', status: ['live', 'tge'], sort: 'hype' }],
    ['values in another order', { sort: 'hype', status: ['tge', 'live'], q: 'a' }],
    ['a value twice', { sort: 'hype', status: ['live', 'tge', 'live'], q: 'a' }],
    ['a single value in an array', { sort: ['hype'], status: ['live', 'tge'], q: 'a' }],
    ['absent parts', { sort: 'hype', status: ['live', 'tge'], q: 'a', chain: undefined, order: null }],
  ])('is the same for %s', (_, parts) => {
    expect(cursorScope('drops', parts)).toBe(scope);
  });

  it.each([
    ['another list', cursorScope('calendar', { sort: 'hype', status: ['live', 'tge'], q: 'a' })],
    ['another value', cursorScope('drops', { sort: 'ev', status: ['live', 'tge'], q: 'a' })],
    ['one value fewer', cursorScope('drops', { sort: 'hype', status: 'live', q: 'a' })],
    ['values that only read the same', cursorScope('drops', { sort: 'hype', status: 'live,tge', q: 'a' })],
    ['a value under another name', cursorScope('drops', { sort: 'hype', status: ['live', 'tge'], chain: 'a' })],
    ['no filter', cursorScope('drops', { sort: 'hype' })],
  ])('differs for %s', (_, other) => {
    expect(other).not.toBe(scope);
  });
});
