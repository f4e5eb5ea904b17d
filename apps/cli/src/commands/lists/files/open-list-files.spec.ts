import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { ListEntry } from '@droptrack/eligibility/formats';
import { ListRejectedError } from '@droptrack/persistence';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseColumns } from './reading-terms';
import { type ListFilesOptions, openListFiles } from './open-list-files';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const token = { symbol: null, decimals: fact(18), address: null };
const drop = dropDefinition({ token });

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

type Content = string | Buffer;
const open = (contents: Record<string, Content>, over: Partial<ListFilesOptions> = {}) => {
  const files = Object.entries(contents).map(([file, content]) => {
    writeFileSync(join(folder, file), content);
    return { path: join(folder, file), file };
  });
  const columns = parseColumns(null);
  const onProgress = () => undefined;
  return openListFiles(files, {
    format: 'auto',
    columns,
    needsAmounts: true,
    unit: 'base',
    isPart: false,
    onProgress,
    ...over,
  });
};
const read = async (contents: Record<string, Content>, over: Partial<ListFilesOptions> = {}, definition = drop) => {
  const list = await open(contents, over);
  const entries: ListEntry[] = [];
  for await (const batch of list.entries(definition)) entries.push(...batch);
  return { list, entries };
};
const fieldsOf = ({ line, wallet, amount }: ListEntry) => [line, wallet.address, amount];
const faultsOf = async (contents: Record<string, Content>, over: Partial<ListFilesOptions> = {}) => {
  const error: unknown = await read(contents, over).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ListRejectedError);
  expect(JSON.stringify(error) + String(error)).not.toMatch(/0x|987/);
  return error as ListRejectedError;
};
const sha256 = (content: Content): string => createHash('sha256').update(content).digest('hex');
const damaged = { line: null, message: 'its gzip data is damaged or truncated' };

describe('openListFiles', () => {
  it('decompresses gzip of any file name, and hashes the bytes of the file', async () => {
    const packed = gzipSync(`address,amount\n${`${A},1\n`.repeat(30_000)}`);
    const { list, entries } = await read({ 'list.txt': packed });
    expect([list.format, entries.length, entries.slice(-1).map(fieldsOf)]).toEqual(['csv', 30_000, [[30_001, A, 1n]]]);
    expect(list.sha256()).toBe(sha256(packed));
  });

  it('reads files in the order of their names, and returns the position of each entry', async () => {
    const pieces = { 'b.json': `{"${B}":"2"}`, 'c.json': '{}', 'a.json': gzipSync(`{"${A}":"1","${B}":"0"}`) };
    const { list, entries } = await read(pieces, { format: 'map' });
    expect(entries.map(fieldsOf)).toEqual([
      [1, A, 1n],
      [2, B, 0n],
      [3, B, 2n],
    ]);
    expect([1, 2, 3].map((line) => list.placeOf(line))).toEqual([
      { file: 'a.json', line: 1 },
      { file: 'a.json', line: 2 },
      { file: 'b.json', line: 1 },
    ]);
    const sums = execFileSync('sh', ['-c', 'sha256sum * | cut -c1-64 | sha256sum'], { cwd: folder });
    expect(list.sha256()).toBe(sums.toString().slice(0, 64));
  });

  it('reports all errors of all files with their positions, and the total', async () => {
    const bad = `address,amount\n${`${A},-987\n`.repeat(80)}`;
    const error = await faultsOf({ 'a.csv': `address,amount\n${A},1\n`, 'b.csv': bad, 'c.csv': bad });
    expect([error.total, error.violations.length]).toEqual([160, 160]);
    expect(error.violations[0]).toEqual({ file: 'b.csv', line: 2, message: 'amount: the amount is negative' });
    expect(error.violations[99]).toMatchObject({ file: 'c.csv', line: 21 });
  });

  it('returns no entry after an error, and reports earlier errors when the file becomes unreadable', async () => {
    const list = await open({ 'a.json': `{"${A}":"1","x":"1","${B}":"1", oh` });
    const given: unknown[] = [];
    const reading = (async () => {
      for await (const batch of list.entries(drop)) given.push(...batch.map(fieldsOf));
    })();
    await expect(reading).rejects.toMatchObject({
      total: 2,
      violations: [
        { file: 'a.json', line: 2, message: expect.stringContaining('wallet: ') },
        { file: 'a.json', line: 4, message: 'here it is not valid JSON' },
      ],
    });
    const after = await open({ 'b.csv': `address,amount\n${A},1\n${A},x\n${B},1\n` });
    await expect(
      (async () => {
        for await (const batch of after.entries(drop)) given.push(...batch.map(fieldsOf));
      })(),
    ).rejects.toMatchObject({ total: 1 });
    expect(given).toEqual([[2, A, 1n]]);
  });

  it.each<[string, (content: Buffer) => Buffer, object]>([
    ['half a gzip', (content) => gzipSync(content).subarray(0, -20), damaged],
    ['what only begins like one', (content) => Buffer.concat([Buffer.of(0x1f, 0x8b), content]), damaged],
    [
      'a truncated document',
      (content) => content.subarray(0, -2),
      { line: 5_001, message: 'it is cut off: the JSON does not end' },
    ],
    [
      'two documents',
      (content) => Buffer.concat([content, content]),
      { line: 5_002, message: 'here it is not valid JSON' },
    ],
    [
      'bytes that are not UTF-8',
      (content) => Buffer.from(content.toString('latin1').replace(':"1', ':"\xff1'), 'latin1'),
      { line: 1, message: 'here it is not UTF-8' },
    ],
  ])('rejects %s', async (_what, spoil, fault) => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `"0x${i.toString(16).padStart(40, '0')}":"1"`);
    const spoilt = spoil(Buffer.from(`{${rows.join(',')},"${A}":"1"}`));
    expect((await faultsOf({ 'a.json': spoilt }, { format: 'map' })).violations).toEqual([
      { file: 'a.json', ...fault },
    ]);
  });

  it('rejects files that do not match their declared totals, or contradict each other', async () => {
    const tree = (total: string, ...wallets: string[]) =>
      JSON.stringify({
        tokenTotal: total,
        claims: Object.fromEntries(wallets.map((w, index) => [w, { index, amount: '0x5' }])),
      });
    expect((await faultsOf({ 'a.json': tree('0x6', A) }, { unit: null })).violations).toEqual([
      { file: 'a.json', line: null, message: 'its amounts add up to 5 base units, it states a total of 6' },
    ]);
    const pieces = { 'a.json': tree('0xa', A), 'b.json': tree('0xa', B) };
    expect((await read(pieces, { unit: null })).entries).toHaveLength(2);
    const apart = { ...pieces, 'b.json': tree('0xb', B) };
    expect((await faultsOf(apart, { unit: null })).violations).toEqual([
      { file: 'b.json', line: null, message: 'it declares another total than before' },
    ]);
    // Without amounts there is nothing to compare.
    expect((await read({ 'a.json': tree('0x6', A) }, { needsAmounts: false })).entries.map(fieldsOf)).toEqual([
      [1, A, 0n],
    ]);
  });

  it('numbers the rows of all files as claim indexes, from 0', async () => {
    const files = { 'b.csv': `address,amount\n\n${B},3\n`, 'a.csv': `address,amount\n${A},1\n${A},2\n` };
    const { entries } = await read(files, { index: 'row' });
    expect(entries.map(({ line, amount, index }) => [line, amount, index])).toEqual([
      [2, 1n, 0n],
      [3, 2n, 1n],
      [6, 3n, 2n],
    ]);
  });

  it('gives every row the declared amount, in the declared unit', async () => {
    const amounts = async (each: string, unit: 'base' | 'token') =>
      (await read({ 'a.json': `["${A}","${B}"]` }, { each, unit })).entries.map(({ amount }) => amount);
    expect(await amounts('2', 'base')).toEqual([2n, 2n]);
    expect(await amounts('1.5', 'token')).toEqual([15n * 10n ** 17n, 15n * 10n ** 17n]);
    await expect(amounts('1.5', 'base')).rejects.toThrow('--each: the amount is not a whole number of base units');
    await expect(amounts('0', 'token')).rejects.toThrow('--each must be above 0');
  });

  it('reads hexadecimal values of a table only if they are declared', async () => {
    const word = 'de0b6b3a7640000'.padStart(64, '0');
    const table = `address,amount\n${A.slice(2)},${word}\n${B.slice(2).toLowerCase()},0x0a\n`;
    const { entries } = await read({ 'a.csv': table }, { hex: { wallets: true, amounts: 'prefixed' } });
    expect(entries.map(fieldsOf)).toEqual([
      [2, A, 10n ** 18n],
      [3, B, 10n],
    ]);
    await expect(read({ 'a.csv': table })).rejects.toMatchObject({ total: 2 });
    const decimal = `address,amount\n${A},10\n${A.slice(2)},10\n`;
    await expect(read({ 'a.csv': decimal }, { hex: { wallets: true, amounts: 'prefixed' } })).rejects.toMatchObject({
      violations: [
        { file: 'a.csv', line: 2, message: 'wallet: It is not 40 hexadecimal digits without 0x, as was declared' },
        {
          file: 'a.csv',
          line: 3,
          message: 'amount: the amount is not hexadecimal: 0x and hex digits, or 64 hex digits',
        },
      ],
    });
  });

  it('uses the given format, whatever the content', async () => {
    const error = await faultsOf({ 'a.csv': `{"address":"${A}"}` }, { format: 'csv' });
    expect(error.violations).toEqual([{ file: 'a.csv', line: 1, message: expect.stringContaining('is it CSV?') }]);
  });

  it.each<[string, Record<string, Content>, Partial<ListFilesOptions>, string]>([
    ['JSON of no known form', { 'a.json': '{"data":[]}\n{' }, { format: 'auto', unit: null }, 'invalid_argument'],
    ['JSON of no known form', { 'a.json': '{"data":{"rows":[]}' }, {}, 'unknown_format'],
    ['JSON without entries', { 'a.json': '{"data":{"rows":5},' }, {}, 'unknown_format'],
    ['a table without a unit', { 'a.csv': 'address,amount' }, { unit: null }, 'invalid_argument'],
    ['tokens of a file for contracts', { 'a.json': '{"merkleRoot":"0x"}' }, { unit: 'token' }, 'invalid_argument'],
    ['columns of a map', { 'a.json': `{"${A}":1}` }, { columns: parseColumns('wallet=x') }, 'invalid_argument'],
    ['the wallets of a map', { 'a.json': `{"${A}":{}}` }, { columns: parseColumns('wallet=x') }, 'invalid_argument'],
    ['equal amounts of an exclusion list', { 'a.csv': '' }, { each: '1', needsAmounts: false }, 'invalid_argument'],
    ['equal amounts of a tree', { 'a.json': '{"merkleRoot":"0x"}' }, { each: '1', unit: null }, 'invalid_argument'],
    ['equal amounts without a unit', { 'a.csv': '' }, { each: '1', unit: null }, 'invalid_argument'],
    ['equal and other amounts', { 'a.csv': '' }, { each: '1', columns: parseColumns('amount=x') }, 'invalid_argument'],
    [
      'row numbers and indexes',
      { 'a.csv': '' },
      { index: 'row', columns: parseColumns('index=x') },
      'invalid_argument',
    ],
    [
      'hexadecimal tokens',
      { 'a.csv': '' },
      { hex: { wallets: false, amounts: 'prefixed' }, unit: 'token' },
      'invalid_argument',
    ],
    ['no file', {}, {}, 'invalid_argument'],
  ])('rejects %s', async (_what, contents, over, code) => {
    await expect(open(contents, over)).rejects.toMatchObject({ name: 'CliError', code });
  });

  it('reports why a file cannot be read', async () => {
    const options = { format: 'auto', columns: parseColumns(null), needsAmounts: true, unit: 'base' } as const;
    const of = (...paths: string[]) =>
      openListFiles(
        paths.map((path) => ({ path, file: path })),
        { ...options, isPart: false, onProgress: () => undefined },
      );
    await expect(of(join(folder, 'none.csv'))).rejects.toThrow('none.csv cannot be read: no such file');
    await expect(of(folder)).rejects.toThrow('cannot be read: it is a folder');
    await expect(of('/x', '/x')).rejects.toThrow('A file was given twice');
  });

  it('rejects a drop without a known kind of wallets or known decimals', async () => {
    const content = { 'a.csv': `address,amount\n${A},1` };
    await expect(read(content, {}, dropDefinition({ chain: fact('near') }))).rejects.toMatchObject({
      code: 'no_wallets',
    });
    const unknown = dropDefinition({ token: { ...token, decimals: null } });
    await expect(read(content, { unit: 'token' }, unknown)).rejects.toMatchObject({ code: 'unknown_decimals' });
  });

  it('reports progress', async () => {
    const reports: unknown[] = [];
    const content = `address,amount\n${`${A},1\n`.repeat(40_000)}`;
    await read({ 'a.csv': content }, { onProgress: (progress) => reports.push(progress) });
    expect(reports).toEqual(
      [20_000, 40_000].map((rows) => ({ rows, bytes: expect.any(Number), bytesTotal: content.length })),
    );
  });

  it('can be closed before and during reading', async () => {
    const list = await open({ 'a.csv': `address,amount\n${`${A},1\n`.repeat(10_000)}` });
    for await (const batch of list.entries(drop)) if (batch.length > 0) break;
    await list.close();
    await (await open({ 'a.csv': '' })).close();
  });
});
