import * as fc from 'fast-check';
import { InvalidJsonError, type JsonPicker, JsonReader } from './json-reader';
import type { JsonValue } from './json-value';

const all: JsonPicker['choose'] = () => 'take';

/** Reads in chunks of `size` bytes. */
function read(text: string | Uint8Array, choose = all, size = 7, isMany = false): unknown[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const taken: unknown[] = [];
  const reader = new JsonReader({ choose, take: (path, value) => taken.push([[...path], plain(value)]) }, isMany);
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return taken;
}
/** Converts objects to lists of their members. */
function plain(value: JsonValue): unknown {
  if (value instanceof Map) return { members: [...value].map(([name, member]) => [name, plain(member as JsonValue)]) };
  return Array.isArray(value) ? value.map(plain) : value;
}
/** Converts the result of `JSON.parse` likewise. */
function expected(value: unknown): unknown {
  if (typeof value === 'number') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return { members: Object.entries(value).map(([name, member]) => [name, expected(member)]) };
}
function reasonOf(text: string | Uint8Array, choose = all): string {
  try {
    read(text, choose);
    return 'accepted';
  } catch (error) {
    if (error instanceof InvalidJsonError) return error.reason;
    throw error;
  }
}

describe('JsonReader', () => {
  it('keeps U+FEFF in texts and names, also at their start', () => {
    const value = { '\ufeffname': ['\ufeff', 'a\ufeff', `\ufeff${'a'.repeat(5_000)}\ufeff`] };
    for (const size of [1, 4_096]) {
      expect(read(JSON.stringify(value), all, size)).toEqual([[[], expected(value)]]);
    }
  });

  it('parses every document like JSON.parse, for any chunks', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.integer({ min: 1, max: 50 }), (value, size) => {
        const text = JSON.stringify(value);
        expect(read(text, all, size)).toEqual([[[], expected(JSON.parse(text))]]);
      }),
    );
  });

  it('keeps every digit of a number', () => {
    expect(read('[115792089237316195423570985008687907853269984665640564039457584007913129639935, -1.50e-7]')).toEqual([
      [[], ['115792089237316195423570985008687907853269984665640564039457584007913129639935', '-1.50e-7']],
    ]);
  });

  it('accepts the same documents as JSON.parse, also after adding or removing a character', () => {
    const sign = fc.constantFrom(...'{}[]:,"\\0123-+.eEtrufalsn \n', '');
    const cases = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), sign, fc.boolean());
    fc.assert(
      fc.property(cases, ([value, place, other, isInserted]) => {
        const text = JSON.stringify(value).replace(/[^\x20-\x7e]/g, '?');
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + other + text.slice(isInserted ? at : at + 1);
        const isJson = ((): boolean => {
          try {
            JSON.parse(changed);
            return true;
          } catch {
            return false;
          }
        })();
        const found = reasonOf(changed);
        // JSON.parse keeps the last of two members with the same name.
        if (found !== 'doubled_name') expect([changed, found === 'accepted']).toEqual([changed, isJson]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports taken values with their paths, and skips the others', () => {
    const choose: JsonPicker['choose'] = (path) =>
      path.length === 0 || path[0] === 'rows' || path[0] === 'more' ? (path.length < 2 ? 'enter' : 'take') : 'skip';
    const text = '{"tree":[[1,{"a":2}]],"rows":[{"x":1},[true,null],"s"],"more":{"k":[]},"last":{}}';
    expect(read(text, choose)).toEqual([
      [['rows', 0], { members: [['x', '1']] }],
      [
        ['rows', 1],
        [true, null],
      ],
      [['rows', 2], 's'],
      [['more', 'k'], []],
    ]);
    expect(read('{"rows":5}', choose)).toEqual([[['rows'], '5']]);
  });

  it('accepts several documents only if allowed', () => {
    expect(read('{"a":1}\n{"a":2}', all, 3, true)).toHaveLength(2);
    expect(reasonOf('{"a":1}\n{"a":2}')).toBe('syntax');
  });

  it.each<[string, string | Uint8Array, string]>([
    ['what is cut off', '{"a":[1,2', 'cut_off'],
    ['what is cut off within a text', '{"a', 'cut_off'],
    ['nothing', ' ', 'cut_off'],
    ['other languages', '{a:1}', 'syntax'],
    ['a comma too much', '[1,]', 'syntax'],
    ['brackets that do not match', '[1}', 'syntax'],
    ['a member twice', '{"amount":1,"amount":2}', 'doubled_name'],
    ['text that is no UTF-8', Buffer.from('["\xff\xfe", 1, "b"]', 'latin1'), 'not_utf8'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x5b, 0), 'syntax'],
    ['depth without end', '['.repeat(100_000), 'deep'],
    ['a text without end', `["${'a'.repeat(1_200_000)}`, 'long_text'],
    ['an entry without end', `[${'1,'.repeat(30_000)}`, 'large_value'],
  ])('rejects %s', (_what, text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  // The second of two arrays of one name would replace, or add to, the first.
  it('rejects a member twice in an entered object, but not a wallet', () => {
    const enter: JsonPicker['choose'] = (path) => (path.length < 2 ? 'enter' : 'take');
    expect(() => read('{"data":[1],"data":[2]}', enter)).toThrow('an object has two members of one name');
    const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    expect(read(`{"data":{"${wallet}":1,"${wallet}":2}}`, enter)).toHaveLength(2);
  });

  it('limits the values per entry, not in total, and ignores skipped ones', () => {
    const entries = JSON.stringify(Array.from({ length: 5_000 }, () => [1, 2, 3, 4, 5]));
    expect(read(entries, (path) => (path.length === 0 ? 'enter' : 'take'), 65_536)).toHaveLength(5_000);
    expect(read(`[${'1,'.repeat(30_000)}1]`, () => 'skip', 65_536)).toEqual([]);
  });
});
