import * as fc from 'fast-check';
import { JsonDocumentReader } from './document-reader';
import { InvalidJsonError, type JsonPicker, JsonReader } from './json-reader';

type Reader = typeof JsonReader | typeof JsonDocumentReader;

/** Everything that a reader reports: the choices it asks for, the values, and the error that ends them. */
function reportOf(Reader: Reader, bytes: Uint8Array, choose: JsonPicker['choose'], size = bytes.length): unknown[] {
  const report: unknown[] = [];
  const reader = new Reader({
    choose(path) {
      const choice = choose(path);
      report.push([...path, choice]);
      return choice;
    },
    take: (path, value) => report.push([...path, value]),
  });
  try {
    // One buffer for all chunks, as when reading a file.
    const buffer = new Uint8Array(size);
    for (let at = 0; at < bytes.length; at += size) {
      buffer.set(bytes.subarray(at, at + size));
      reader.write(buffer.subarray(0, bytes.length - at));
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    report.push(error.reason);
  }
  return report;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const CHOICES = ['enter', 'take', 'skip'] as const;

function expectSame(given: string | Uint8Array, choose: JsonPicker['choose'] = () => 'take', size?: number): void {
  const bytes = typeof given === 'string' ? bytesOf(given) : given;
  expect(reportOf(JsonDocumentReader, bytes, choose, size)).toEqual(reportOf(JsonReader, bytes, choose, bytes.length));
}

describe('JsonDocumentReader', () => {
  it('reports what the streaming parser reports, for any document, indent, choice and chunks', () => {
    const document = fc.jsonValue({ noUnicodeString: false });
    const choices = fc.func(fc.constantFrom(...CHOICES));
    const cases = fc.tuple(document, fc.constantFrom('', ' ', '  ', '\t'), choices, fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(cases, ([value, indent, choiceOf, size]) => {
        expectSame(`${JSON.stringify(value, null, indent)}\n`, (path) => choiceOf([...path]), size);
      }),
      { numRuns: 100 },
    );
  });

  it('reports the same errors, also after adding or removing a character', () => {
    const sign = fc.constantFrom(...'{}[]:,"\\0123-+.eEu \n', '\ufeff', '');
    const document = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.array(fc.constantFrom(0, 1.5, 10, 'd8', { a: 1, b: 2 })),
    );
    fc.assert(
      fc.property(fc.tuple(document, fc.nat(), sign, fc.boolean()), ([value, place, other, isInserted]) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        expectSame(text.slice(0, at) + other + text.slice(isInserted ? at : at + 1), (path) =>
          path.length === 0 ? 'enter' : 'take',
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string | Uint8Array]>([
    ['digits beyond those of a number', '[9007199254740993,1.00000000000000000001]'],
    ['other spellings of a number', '[1.0,1e3,-0,0.10,1E2]'],
    ['a member twice', '{"amount":"1","amount":"2"}'],
    ['names in the form of numbers', '{"2":"b","1":"a"}'],
    ['a name of the prototype', '{"__proto__":{"a":1},"constructor":[]}'],
    ['escapes', '["\\u0041\\/\\n","\\ud83d\\ude00","\\ud800"]'],
    ['a byte order mark', '\ufeff["\ufeff"]'],
    ['blanks around it', ' [1] \r\n'],
    ['something after it', '[1]\u00a0'],
    ['nothing', ''],
    ['text that is no UTF-8', Buffer.from('["a","\xff"]', 'latin1')],
    ['depth at the limit', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['depth beyond the limit', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['depth without end', '['.repeat(100_000)],
    ['a taken value at the limit', JSON.stringify([Array.from({ length: 19_999 }, () => 1)])],
    ['a taken value beyond the limit', JSON.stringify([Array.from({ length: 20_000 }, () => 1)])],
  ])('reads %s like the streaming parser', (_what, given) => {
    for (const choice of CHOICES) expectSame(given, () => choice);
  });

  it('reads a document beyond the size that it holds', () => {
    const rows = Array.from({ length: 40_000 }, (_, row) => ({ row, name: 'x'.repeat(20) }));
    const text = JSON.stringify(rows);
    expect(text.length).toBeGreaterThan(1_048_576);
    expectSame(text, (path) => (path.length === 0 ? 'enter' : 'take'), 65_536);
  });
});
