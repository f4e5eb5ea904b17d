import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openInput } from './open-input';
import { type Format, readReadings } from './read-readings';

const AT_MS = Date.parse('2026-11-20T08:00:00Z');
const LINE = '{"drop":"linea","signal":"tvl_usd","observed_at":"2026-11-20T08:00:00Z","value":1.5e8}';
const HEADER = 'drop,signal,observed_at,value';
const ROW = 'linea,tvl_usd,2026-11-20T08:00:00Z,1.5e8';
const READING = {
  line: 1,
  dropId: 'linea',
  signal: 'tvl_usd',
  observedAtMs: AT_MS,
  value: 1.5e8,
  source: 'import',
};

/** Text, or bytes in chunks of this length. */
async function read(input: string | Uint8Array, format: Format | null = null, pieceLength = Infinity) {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += pieceLength) pieces.push(bytes.subarray(from, from + pieceLength));
  const opened = openInput('-', Readable.from(pieces));
  const found: unknown[] = [];
  for await (const each of readReadings(opened, { format, source: 'import' })) found.push(...each);
  return found;
}
const csv = (row: string, header = HEADER) => read(`${header}\n${row}\n`);
const ndjson = (over: Record<string, unknown>) => read(JSON.stringify({ ...JSON.parse(LINE), ...over }));

describe('a file of readings', () => {
  it.each([
    ['NDJSON', LINE, 1],
    ['CSV', `${HEADER}\n${ROW}\n`, 2],
    ['columns in any order', `value,observed_at,signal,drop\n1.5e8,2026-11-20T08:00:00Z,tvl_usd,linea`, 2],
    ['quoted cells', `"drop","signal","observed_at","value"\n"linea",tvl_usd,"2026-11-20T08:00:00Z","150000000"`, 2],
    ['lines of Windows, a byte order mark, blank lines', `\ufeff\r\n${HEADER}\r\n\r\n  \r\n${ROW}\r\n\r\n`, 5],
    ['a byte order mark before JSON', `\ufeff${LINE}\n`, 1],
    ['a zone of its own', LINE.replace('08:00:00Z', '09:30:00+01:30'), 1],
    ['finer than milliseconds', LINE.replace('08:00:00Z', '08:00:00.000999Z'), 1],
  ])('is read: %s', async (_, text, line) => {
    expect(await read(text)).toEqual([{ ...READING, line }]);
  });

  it.each([1, 2, 3, 7, 64])('is read equally in chunks of %d bytes, compressed or not', async (length) => {
    const text = `\ufeff${LINE}\r\n\n${LINE.replace('linea', 'scröll')}\n${LINE}`;
    const whole = await read(text);
    expect(whole).toHaveLength(3);
    expect(await read(text, null, length)).toEqual(whole);
    expect(await read(gzipSync(text), null, length)).toEqual(whole);
    const members = Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))]);
    expect(await read(members, null, length)).toEqual(whole);
  });

  it('can name a source per line', async () => {
    expect(await ndjson({ source: 'defillama' })).toEqual([{ ...READING, source: 'defillama' }]);
    const sources = await csv(`${ROW},defillama\n${ROW},`, `${HEADER},source`);
    expect(sources).toMatchObject([{ source: 'defillama' }, { source: 'import' }]);
  });

  it.each(['', '\n', '\ufeff', '\r\n\r\n'])('can be empty: %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });
});

describe('an invalid line', () => {
  it.each([
    ['NaN', LINE.replace('1.5e8', 'NaN'), 'is not JSON: value must be a finite number'],
    ['-Infinity', LINE.replace('1.5e8', '-Infinity'), 'is not JSON: value must be a finite number'],
    ['cut off', LINE.slice(0, -1), 'is not JSON'],
    ['two objects', `${LINE}${LINE}`, 'is not JSON'],
    ['a list', `[${LINE}]`, 'must be one JSON object'],
    ['nested ten thousand deep', `${'['.repeat(4_000)}`, 'is not JSON'],
    ['a name twice', LINE.replace('{', '{"value":1,'), 'has a repeated member'],
    ['a name twice, escaped', LINE.replace('{', '{"v\\u0061lue":1,'), 'has a repeated member'],
    ['not UTF-8', Buffer.from(`${LINE}`.replace('linea', 'line\xe4'), 'latin1'), 'is not UTF-8'],
    ['too long', LINE.replace('linea', 'l'.repeat(5_000)), 'is longer than 4096 bytes'],
  ])('of NDJSON: %s', async (_, text, message) => {
    expect(await read(text, 'ndjson')).toEqual([{ line: 1, message: expect.stringContaining(message) }]);
  });

  it.each([
    [{ value: '5' }, 'value must be a number, not "\\"5\\""'],
    [{ value: null }, 'value must be a number'],
    [{ value: undefined }, '"value" is missing'],
    [{ drop: 7 }, 'drop must be text'],
    [{ source: null }, 'source must be text'],
    [{ sginal: 'x' }, 'unknown member "sginal"; did you mean "signal"?'],
    [{ ['__proto__']: 1 }, 'unknown member "__proto__"'],
    [{ observed_at: '2026-11-20' }, 'observed_at "2026-11-20" is not an instant'],
    [{ observed_at: '2026-11-20T08:00:00' }, 'is not an instant'],
    [{ observed_at: '2026-11-20 08:00:00Z' }, 'is not an instant'],
    [{ observed_at: '2026-02-30T08:00:00Z' }, 'is not an instant'],
    [{ observed_at: 'Fri, 20 Nov 2026 08:00:00 GMT' }, 'is not an instant'],
    [{ observed_at: '1763625600' }, 'is not an instant'],
    [{ observed_at: '2026-11-20T08:00:001Z' }, 'is not an instant'],
    [{ observed_at: '2026-11-20T08:00:00.Z' }, 'is not an instant'],
    [{ observed_at: '2026-11-20T08:00:00+25:00' }, 'is not an instant'],
  ])('of NDJSON: %j', async (over, message) => {
    expect(await ndjson(over)).toEqual([{ line: 1, message: expect.stringContaining(message) }]);
  });

  it.each(['', ' 5', '0x10', 'NaN', 'Infinity', '1e', '.5', '5.', '+5', '1_000', '٣', '--5'])(
    'of CSV: %j is not a value',
    async (value) => {
      expect(await csv(ROW.replace('1.5e8', value))).toEqual([
        { line: 2, message: expect.stringContaining('is not a decimal number') },
      ]);
    },
  );

  it.each([
    [`${ROW},more`, 'has 5 cells, but the header has 4'],
    ['linea', 'has 1 cells'],
    [ROW.replace('linea', '"linea'), 'has a quote'],
    [ROW.replace('linea', 'li"ne"a'), 'has a quote'],
  ])('of CSV: %s', async (row, message) => {
    expect(await csv(`${row}\n${ROW}`)).toMatchObject([
      { line: 2, message: expect.stringContaining(message) },
      { line: 3, dropId: 'linea' },
    ]);
  });

  it.each([
    ['drop,signal,observed_at', 'column "value" is missing'],
    [`${HEADER},sourcee`, 'unknown column "sourcee"; did you mean "source"?'],
    [`${HEADER},value`, 'column "value" is repeated'],
    [ROW, 'unknown column "linea"'],
  ])('of CSV: without a valid header, nothing is read: %s', async (header, message) => {
    expect(await csv(ROW, header)).toEqual([{ line: 1, message: expect.stringContaining(message) }]);
  });

  it('does not hide the errors of other lines', async () => {
    const lines = await read([LINE, 'x', 'y'.repeat(200_000), '', LINE].join('\n'), null, 1_000);
    expect(lines).toMatchObject([
      { value: 1.5e8 },
      { line: 2 },
      { line: 3, message: expect.stringContaining('longer') },
      { line: 5, value: 1.5e8 },
    ]);
  });
});

describe('an unreadable file', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-readings-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = async (path: string) => {
    for await (const _ of openInput(path, Readable.from([]))) void _;
  };

  it('is reported by name', async () => {
    await expect(open(join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: no such file/);
    await expect(open(folder)).rejects.toThrow('it is a folder');
    const cut = join(folder, 'cut.gz');
    writeFileSync(cut, gzipSync(LINE.repeat(100)).subarray(0, 40));
    await expect(open(cut)).rejects.toThrow('is truncated');
    const damaged = gzipSync(LINE.repeat(100));
    damaged.fill(0xff, 12, 40);
    writeFileSync(cut, damaged);
    await expect(open(cut)).rejects.toThrow('is damaged');
  });
});
