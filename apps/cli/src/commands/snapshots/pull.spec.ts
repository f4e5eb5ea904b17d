import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Droptrack, type Fetch } from '@droptrack/sdk';
import { readParquet } from './parquet/testing';
import { recordedOutput } from '../../testing/recorded-output';
import { type PullSnapshot, pullSnapshot } from './pull';

type Turn = (request: IncomingMessage, response: ServerResponse) => void;
const wallets = ['0x01', '0x02', '0x03', '0x04'];
const line = (wallet: string, amount = '7') => `${JSON.stringify({ wallet, amount, index: null, breakdown: [] })}\n`;
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
const end = (text: string) => `{"_end":{"rows":${text.split('\n').length - 1},"sha256":"${sumOf(text)}"}}\n`;
const HEAD = {
  'content-type': 'application/x-ndjson',
  'x-data-as-of': '2026-08-22T10:00:00.000Z',
  'x-list-version': '3',
};
const whole =
  (text: string): Turn =>
  (_, response) =>
    void response.writeHead(200, HEAD).end(text + end(text));
/** Sends a part of the body, and closes the connection. */
const cut =
  (text: string): Turn =>
  (_, response) =>
    void response.writeHead(200, HEAD).write(text, () => setTimeout(() => response.destroy(), 20));
const problem =
  (status: number, code: string): Turn =>
  (_, response) =>
    void response.writeHead(status).end(JSON.stringify({ code, detail: 'No' }));

const EMPTY = { index: null, breakdown: null, tokens: null };
describe('snapshots pull', () => {
  const list = wallets.map((wallet) => line(wallet)).join('');
  let directory = '';
  let server: Server;
  let turns: Turn[] = [];
  let asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(String(request.url));
      (turns.shift() ?? problem(500, 'internal_error'))(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'droptrack-pull-'));
    [turns, asked] = [[], []];
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const goOn = { signal: new AbortController().signal, fetch: globalThis.fetch as Fetch };
  const pull = async (script: Turn[], over: Partial<PullSnapshot> = {}, { signal, fetch } = goOn) => {
    turns = script;
    const { output, said } = recordedOutput();
    const client = new Droptrack({
      apiKey: 'dtk_test',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      maxRetries: 0,
      fetch,
    });
    const none = { list: null, asOf: null, from: null, to: null, csv: false, parquet: false };
    const args = { what: 'allocations' as const, dropId: 'linea', out: 'out', ...none, ...over };
    const code = await pullSnapshot(args, { client, output, signal, cwd: directory }).catch((error: unknown) => error);
    return { code, said };
  };
  const files = () => readdirSync(directory).sort();

  // A list of fewer than 20 000 rows can take long as well: the API may wait for a transfer slot.
  it('reports progress before the first row, and while the rows are checked', async () => {
    const { said } = await pull([whole(list)]);
    expect(said.progress).toEqual(['Requesting the snapshot …', 'Verifying and writing 4 rows …']);
  });
  const out = () => readFileSync(join(directory, 'out'), 'utf8');

  it('replaces the file by a complete snapshot, with the received bytes', async () => {
    writeFileSync(join(directory, 'out'), 'old');
    const { code, said } = await pull([whole(list)]);
    expect([code, out(), files()]).toEqual([0, list, ['out']]);
    expect(said.document).toMatchObject({
      rows: 4,
      sha256: sumOf(list),
      version: 3,
      bytes: list.length,
      drop: 'linea',
    });
  });

  it('continues an interrupted transfer of the same list after the last received row', async () => {
    const { code } = await pull([cut(list.slice(0, 80)), cut(''), whole(line('0x02') + line('0x03') + line('0x04'))]);
    expect([code, out(), files()]).toEqual([0, list, ['out']]);
    expect(asked.slice(1)).toEqual(Array(2).fill('/v1/snapshots/drops/linea/allocations?after=0x01&version=3'));
  });

  it('requests a named list in each part of its transfer', async () => {
    const parts = [cut(list.slice(0, 80)), whole(line('0x02') + line('0x03') + line('0x04'))];
    const { code, said } = await pull(parts, { list: 'season-2' });
    expect([code, out()]).toEqual([0, list]);
    expect(asked).toEqual([
      '/v1/snapshots/drops/linea/allocations?list=season-2',
      '/v1/snapshots/drops/linea/allocations?list=season-2&after=0x01&version=3',
    ]);
    expect(said.document).toMatchObject({ list: 'season-2' });
  });

  it('keeps the received rows when it gives up, and another run continues', async () => {
    writeFileSync(join(directory, 'out'), 'old');
    const { code } = await pull([cut(list.slice(0, 80)), cut(''), cut(''), cut('')]);
    expect(code).toMatchObject({ code: 'snapshot_truncated', hint: expect.stringContaining('run the command again') });
    expect([out(), files()]).toEqual(['old', ['out', 'out.part', 'out.part.json']]);
    await pull([whole(line('0x02') + line('0x03') + line('0x04'))]);
    expect([out(), files()]).toEqual([list, ['out']]);
  });

  it.each<[string, () => void, Partial<PullSnapshot>]>([
    ['was altered', () => writeFileSync(join(directory, 'out.part'), line('0x09')), {}],
    ['is of another drop', () => undefined, { dropId: 'zora' }],
    ['is of another list', () => undefined, { list: 'season-2' }],
  ])('starts from the beginning if the partial file %s', async (_, alter, over) => {
    await pull([cut(list.slice(0, 80)), cut(''), cut(''), cut('')]);
    alter();
    await pull([whole(list)], over);
    expect([out(), asked.at(-1)]).toEqual([list, expect.not.stringContaining('after')]);
  });

  it('starts from the beginning if another list has become active', async () => {
    const { code, said } = await pull([cut(list.slice(0, 80)), problem(404, 'list_not_found'), whole(list)]);
    expect([code, out()]).toEqual([0, list]);
    expect(said.notes.join()).toContain('starting over');
  });

  it('discards a snapshot that does not match its end line', async () => {
    const { code } = await pull([(_, response) => void response.writeHead(200, HEAD).end(line('0x01') + end(list))]);
    expect(code).toMatchObject({
      code: 'snapshot_truncated',
      message: expect.stringContaining('were discarded'),
    });
    expect(files()).toEqual([]);
  });

  it('continues with the drops of the first instant', async () => {
    const [first, second] = ['{"id":"a"}\n', '{"id":"b"}\n'];
    await pull([cut(first), whole(second)], { what: 'drops', dropId: null });
    expect(asked[1]).toBe('/v1/snapshots/drops?after=a&as_of=2026-08-22T10%3A00%3A00.000Z');
    expect(out()).toBe(first + second);
  });

  it('writes an equivalent CSV file, in which no cell is a formula', async () => {
    const parts = [{ reason: 'a, "b"\nc', amount: '1' }];
    const rows = line('=cmd|0') + `${JSON.stringify({ wallet: '0x02', amount: '10', index: 5, breakdown: parts })}\n`;
    const { code, said } = await pull([whole(rows)], { csv: true });
    expect([code, files()]).toEqual([0, ['out']]);
    expect(parse(out(), { columns: true })).toEqual([
      { wallet: "'=cmd|0", amount: '7', index: '', breakdown: '', tokens: '' },
      { wallet: '0x02', amount: '10', index: '5', breakdown: JSON.stringify(parts), tokens: '' },
    ]);
    expect(said.document).toMatchObject({ format: 'csv', sha256: sumOf(out()) });
  });

  describe('as Parquet', () => {
    const parquet = { parquet: true };
    const listed = {
      list: null,
      version: 3,
      total: '28',
      decimals: 1,
      root: `0x${'ab'.repeat(32)}`,
      root_published: true,
    };
    const explained =
      (lists: object[]): Turn =>
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ lists }));
    const read = () => readParquet(join(directory, 'out'));

    it('writes the rows, their origin, and the root of their list', async () => {
      const { code, said } = await pull([whole(list), explained([{ ...listed, version: 2 }, listed])], parquet);
      expect([code, files(), asked[1]]).toEqual([0, ['out'], '/v1/drops/linea/explain']);
      const { rows, metadata } = await read();
      expect(rows).toEqual(wallets.map((wallet) => ({ wallet, amount: '7', amount_tokens: 0.7, ...EMPTY })));
      expect(metadata).toMatchObject({
        kind: 'allocations',
        drop: 'linea',
        as_of: '2026-08-22T10:00:00.000Z',
        list_version: '3',
        root: listed.root,
        ndjson_sha256: sumOf(list),
        rows: '4',
        schema_version: '2',
      });
      expect(said.document).toMatchObject({
        format: 'parquet',
        rows: 4,
        sha256: createHash('sha256')
          .update(readFileSync(join(directory, 'out')))
          .digest('hex'),
        bytes: readFileSync(join(directory, 'out')).length,
      });
    });

    it('leaves amounts in tokens unknown if the list was replaced after the download', async () => {
      const { said } = await pull([whole(list), explained([{ ...listed, version: 4 }])], parquet);
      const { rows, metadata } = await read();
      expect(rows.map((row) => row['amount_tokens'])).toEqual([null, null, null, null]);
      expect(metadata).not.toHaveProperty('root');
      expect(said.notes.join()).toContain('replaced after the download');
    });

    it('resumes an interrupted transfer, and writes the same file as an uninterrupted one', async () => {
      await pull([whole(list), explained([listed])], parquet);
      const first = out();
      await pull([cut(list.slice(0, 80)), cut(''), cut(''), cut('')], parquet);
      const rest = whole(line('0x02') + line('0x03') + line('0x04'));
      const { code } = await pull([rest, explained([listed])], parquet);
      expect([code, out(), files()]).toEqual([0, first, ['out']]);
    });

    // Else an analyst would compute with rows that no one has verified.
    it('leaves the old file if the rows do not match their end line', async () => {
      writeFileSync(join(directory, 'out'), 'old');
      const altered: Turn = (_, response) => void response.writeHead(200, HEAD).end(line('0x01') + end(list));
      expect((await pull([altered], parquet)).code).toMatchObject({ code: 'snapshot_truncated' });
      expect([out(), files()]).toEqual(['old', ['out']]);
    });

    it.each(['-', '/dev/stdout'])('rejects the output %s before any request', async (out) => {
      expect((await pull([], { ...parquet, out })).code).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('--out must name a file'),
      });
      expect(asked).toEqual([]);
    });
  });

  it.each<[Partial<PullSnapshot>]>([
    [{ what: 'drops' }],
    [{ dropId: null }],
    [{ asOf: '2026-08-22T00:00:00Z' }],
    [{ from: '2026-08-22T00:00:00Z' }],
  ])('rejects invalid arguments before any request: %j', async (over) => {
    expect((await pull([], over)).code).toMatchObject({ code: 'invalid_argument' });
    expect([asked, files()]).toEqual([[], []]);
  });

  it('reports an error of the API, and leaves no file', async () => {
    expect((await pull([problem(403, 'plan_required')])).code).toMatchObject({ code: 'plan_required', message: 'No' });
    expect(files()).toEqual([]);
  });

  it('keeps the received rows when it is interrupted', async () => {
    const stop = new AbortController();
    const stalled: Turn = (_, response) => void response.writeHead(200, HEAD).write(list.slice(0, 80));
    // A consumer that requests a second part has processed the first.
    const interrupting: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      const parts = async function* () {
        for await (const part of response.body!) {
          yield part;
          stop.abort();
        }
      };
      return new Response(ReadableStream.from(parts()), response);
    };
    const { code } = await pull([stalled], {}, { signal: stop.signal, fetch: interrupting });
    expect(code).toMatchObject({ code: 'aborted' });
    expect(files()).toEqual(['out.part', 'out.part.json']);
  });

  it('reports that it cannot write', async () => {
    const { code } = await pull([whole(list)], { out: 'nowhere/out' });
    const reason = 'it does not exist, or the folder that would contain it does not';
    expect(code).toMatchObject({ code: 'cannot_write', message: `nowhere/out cannot be written: ${reason}` });
  });

  // Every write to /dev/full fails as on a full disk.
  it.each([
    ['of the download', 'ndjson', 'out.part', []],
    ['of the table', 'csv', 'out.part.new', ['out.part', 'out.part.json']],
  ] as const)('keeps the former file when the disk is full, in a write %s', async (_, format, full, kept) => {
    writeFileSync(join(directory, 'out'), 'old');
    symlinkSync('/dev/full', join(directory, full));
    const { code } = await pull([whole(list)], { csv: format === 'csv' });
    const message = 'out cannot be written: the disk is full; free space, or use another one';
    expect(code).toMatchObject({ code: 'cannot_write', message });
    expect([out(), files()]).toEqual(['old', ['out', ...kept]]);
  });
});
