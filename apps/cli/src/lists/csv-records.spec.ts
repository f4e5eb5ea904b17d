import { ListRefusedError } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CsvRecord, LINE_BYTES_MAX, openCsv } from './csv-records';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-csv-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (content: string | Buffer) => {
  const path = join(folder, 'list.csv');
  writeFileSync(path, content);
  const file = await openCsv(path);
  const records: CsvRecord[] = [];
  for await (const record of file.records) records.push(record);
  return { records, sha256: file.sha256() };
};
const fault = async (content: string | Buffer): Promise<unknown> => {
  const error = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ListRefusedError);
  expect(String(error)).not.toContain('secret');
  return (error as ListRefusedError).faults[0];
};
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

it('reads fields with the line they stand in', async () => {
  const text = '\ufeffa, b\r\n\r\n1,"2, 2"\r\n 3 , "4 ""four"""\n5,6';
  expect(await read(text)).toEqual({
    records: [
      { line: 1, fields: ['a', 'b'] },
      { line: 3, fields: ['1', '2, 2'] },
      { line: 4, fields: ['3', '4 "four"'] },
      { line: 5, fields: ['5', '6'] },
    ],
    sha256: sha256(text),
  });
});

it('reads what gzip made, whatever the file is called, and tells the sum of the file itself', async () => {
  const packed = gzipSync(`a,b\n${'1,2\n'.repeat(100_000)}`);
  const { records, sha256: sum } = await read(packed);
  expect([records.length, records.at(-1)]).toEqual([100_001, { line: 100_001, fields: ['1', '2'] }]);
  expect(sum).toBe(sha256(packed));
});

it('reads nothing of an empty file', async () => {
  expect(await read('')).toEqual({ records: [], sha256: sha256('') });
});

it('refuses what is no CSV with the line, and quotes nothing of it', async () => {
  expect(await fault('a,b\n1,"secret\n3,4\n')).toMatchObject({ message: expect.stringContaining('never closed') });
  expect(await fault('{"address":"secret"}\n')).toEqual({ line: 1, message: expect.stringContaining('is it CSV?') });
  expect(await fault('a,b\n"secret"x,2\n')).toEqual({ line: 2, message: expect.stringContaining('closing quote') });
  expect(await fault(`a,b\n${'secret'.repeat(LINE_BYTES_MAX / 6 + 1)},2\n`)).toEqual({
    line: 2,
    message: expect.stringContaining('longer than 65536 bytes'),
  });
});

it('refuses damaged compression', async () => {
  const packed = gzipSync('a,b\n'.repeat(50_000));
  const damaged = { line: null, message: 'its gzip compression is damaged, or cut off' };
  expect(await fault(packed.subarray(0, packed.length - 20))).toEqual(damaged);
  expect(await fault(Buffer.concat([packed.subarray(0, 2), Buffer.from('secret')]))).toEqual(damaged);
});

it('says why a file cannot be read', async () => {
  await expect(openCsv(join(folder, 'none.csv'))).rejects.toThrow('none.csv cannot be read: there is no such file');
  const { records } = await openCsv(folder);
  await expect(records[Symbol.asyncIterator]().next()).rejects.toThrow('cannot be read: it is a folder');
});
