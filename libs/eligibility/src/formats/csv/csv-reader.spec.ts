import { SUM_OF_PARTS } from '../entry-reader';
import { parseBaseAmount } from '../../amount/token-amount';
import * as fc from 'fast-check';
import { USUAL_COLUMNS } from '../columns';
import type { RawEntry } from '../entry-reader';
import { type EntryViolation, UnreadableListError } from '../errors';
import { csvFields, type Separator } from './csv-fields';
import { CsvReader, LINE_LENGTH_MAX } from './csv-reader';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
function read(given: string | Uint8Array, columns: Partial<typeof USUAL_COLUMNS> = {}, size = 5) {
  const rows: [number, RawEntry][] = [];
  const violations: EntryViolation[] = [];
  const reader = new CsvReader({
    columns: { ...USUAL_COLUMNS, ...columns },
    needsAmount: true,
    isExclusion: false,
    unread: () => undefined,
    onEntry: (raw, line) => rows.push([line, raw]),
    violation: (violation) => violations.push(violation),
  });
  const bytes = typeof given === 'string' ? encode(given) : given;
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return { rows, violations };
}
function violationOf(given: string | Uint8Array, size?: number) {
  try {
    return read(given, {}, size);
  } catch (error) {
    if (!(error instanceof UnreadableListError)) throw error;
    expect(error.message).not.toContain('secret');
    return [error.line, error.message];
  }
}

describe('CsvReader', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 11, 1_000])('reads fields with their line number, in chunks of %d bytes', (size) => {
    const text = '\ufeffwallet, amount,nöte\r\n\r\n1,"2, 2",é\r 3 , "4 ""four""",\n"5","6\n6",""\n7,8,9';
    expect(read(text, {}, size)).toEqual({
      rows: [
        [3, { wallet: '1', amount: '2, 2' }],
        [4, { wallet: '3', amount: '4 "four"' }],
        [6, { wallet: '5', amount: '6\n6' }],
        [7, { wallet: '7', amount: '8' }],
      ],
      violations: [],
    });
  });

  it('reports rows that are too short or too long, and continues', () => {
    expect(read('address,amount\n1\n2,1,000\n3,4\n,')).toEqual({
      rows: [[4, { wallet: '3', amount: '4' }]],
      violations: [
        { line: 2, message: 'the line has 1 fields, the header 2' },
        { line: 3, message: 'the line has 3 fields, the header 2' },
      ],
    });
  });

  it('reads a table without a header by column index', () => {
    const { rows } = read('a,b,c,d\n', { wallet: '#4', amount: '#1', index: '#2', breakdown: ['#3'] });
    expect(rows).toEqual([[1, { wallet: 'd', amount: 'a', index: 'b', shares: [['#3', 'c']] }]]);
  });

  it('combines names and indexes, and sums the parts without an amount column', () => {
    const { rows } = read('who,One,two\na,1,2\n', { wallet: '#1', breakdown: ['one', 'two'] });
    const shares = [
      ['One', '1'],
      ['two', '2'],
    ];
    expect(rows).toEqual([[2, { wallet: 'a', amount: SUM_OF_PARTS, index: undefined, shares }]]);
  });

  it.each<[string, string | Uint8Array, [number, string]]>([
    ['a quote without end', 'wallet,amount\n1,"secret\n3,4\n', [3, 'a quote is opened and never closed']],
    ['JSON', '{"address":"secret"}\n', [1, 'a quote stands within a field; is it CSV?']],
    ['text after a quote', 'wallet,amount\n"secret"x,2\n', [2, 'something follows a closing quote']],
    [
      'a line without end',
      `wallet,amount\n${'secret'.repeat(LINE_LENGTH_MAX / 6 + 1)}`,
      [2, expect.stringContaining('longer than 65536')],
    ],
    ['what is no UTF-8', Buffer.from('wallet,amount\né,1\n\xff\xfesecret,2\n', 'latin1'), [2, 'the line is not UTF-8']],
    ['UTF-16', Buffer.from('\ufeffwallet,amount\nsecret,1', 'utf16le'), [1, 'the line is not UTF-8']],
    ['a character cut off', Uint8Array.of(...encode('wallet,amount\n'), 0xc3), [2, 'the line is not UTF-8']],
  ])('rejects %s with its line number, without its content', (_what, given, violation) => {
    expect(violationOf(given, 1_000_000)).toEqual(violation);
    expect(violationOf(given, 3)).toEqual(violation);
  });

  it.each<Separator>([';', '\t'])(
    'reads a table that is separated by %j, with empty and quoted fields',
    (separator) => {
      const lines = ['wallet|note|amount', '1||2', '"3"|"a|b, ""c"""| 4 ', '|x|"1,5"', '5|6'];
      expect(read(lines.join('\n').replaceAll('|', separator))).toEqual({
        rows: [
          [2, { wallet: '1', amount: '2' }],
          [3, { wallet: '3', amount: '4' }],
          [4, { wallet: '', amount: '1,5' }],
        ],
        violations: [{ line: 5, message: 'the line has 2 fields, the header 3' }],
      });
    },
  );

  it.each<[string, string]>([
    ['wallet,amount;note\n', 'by commas and semicolons: quote the fields that contain a separator'],
    ['wallet;amount\tnote\n', 'by semicolons and TAB characters'],
    ['wallet\tamount,note\n', 'by commas and TAB characters'],
    ['wallet|amount\n', 'by vertical bars: save it with commas'],
  ])('rejects %j: a header with several separators, or with an unsupported one', (header, message) => {
    expect(violationOf(header)).toEqual([1, expect.stringContaining(message)]);
  });

  it('ignores separators in quotes, and blanks beside a separator', () => {
    expect(read('wallet ,\tamount,"a;b"\t\n1,2,\n').rows).toEqual([[2, { wallet: '1', amount: '2' }]]);
    expect(read('wallet;"a,\nb";amount\n1;;2\n').rows).toEqual([[3, { wallet: '1', amount: '2' }]]);
  });

  it('reports rows with another separator than the header', () => {
    expect(read('wallet;amount\n1,2\n3;4\n')).toEqual({
      rows: [[3, { wallet: '3', amount: '4' }]],
      violations: [{ line: 2, message: 'the line has 1 fields, the header 2' }],
    });
  });

  it.each([',', ';', '\t'])(
    'skips rows of empty fields, as spreadsheets write them, with the separator %j',
    (separator) => {
      const text = 'wallet|amount\r\n1|2\r\n|\r\n""|""\r\n| \r\n|||\r\n3|4\r\n|'.replaceAll('|', separator);
      expect(read(text)).toEqual({
        rows: [
          [2, { wallet: '1', amount: '2' }],
          [7, { wallet: '3', amount: '4' }],
        ],
        violations: [],
      });
    },
  );

  it.each([
    ['sep=,', ','],
    ['sep=;', ';'],
    ['\ufeffSEP=;\r', ';'],
    ['"sep=\t"', '\t'],
  ])('obeys the line %j', (line, separator) => {
    expect(read(`${line}\nwallet|"a,b;c"|amount\n1||2\n`.replaceAll('|', separator))).toEqual({
      rows: [[3, { wallet: '1', amount: '2' }]],
      violations: [],
    });
  });

  it('splits lines with any content', () => {
    const separators = fc.constantFrom<Separator>(',', ';', '\t');
    const field = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ' '));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), separators, (fields, separator) => {
        const line = fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(`${separator} `);
        expect(csvFields(line, separator)).toEqual(fields);
      }),
    );
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { minLength: 1 });
    fc.assert(
      fc.property(amounts, separators, (given, separator) => {
        const blank = separator === '\t' ? ' ' : '\t';
        const fields = csvFields(given.map((amount) => ` ${amount}${blank}`).join(separator), separator);
        expect(typeof fields === 'string' ? fields : fields.map(parseBaseAmount)).toEqual(given);
      }),
    );
  });
});
