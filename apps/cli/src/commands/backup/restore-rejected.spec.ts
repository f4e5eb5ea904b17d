import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupStage, backupStage, onEmpty, PLACES } from './testing';

/** Name of a fault of the file, the change that makes it, and the sentence that reports it. */
type Case = readonly [string, (bytes: Buffer) => Buffer, RegExp];

let stage: BackupStage;
beforeAll(async () => void (stage = await backupStage()));
afterAll(() => stage.close());

describe('a backup', () => {
  it.each<Case>([
    ['truncated', (bytes) => bytes.subarray(0, bytes.length - 2_048), /damaged/],
    ['cut in a table', (bytes) => bytes.subarray(0, bytes.length >> 1), /damaged/],
    // What a changed byte unpacks to depends on its place: nothing, other rows, or values that PostgreSQL rejects.
    ...[0.2, 0.35, 0.5, 0.65, 0.8].map((share): Case => [
      `changed in one byte after ${share} of it`,
      (bytes) => changed(bytes, Math.floor(bytes.length * share)),
      /damaged/,
    ]),
    ['empty', () => Buffer.alloc(0), /not a backup of Droptrack/],
    ['another file', () => readFileSync(join(PLACES.root, 'package.json')), /not a backup of Droptrack/],
    [
      'of a later format',
      (bytes) => edited(bytes, '"format": 1', '"format": 2'),
      /format 2, which this version does not know/,
    ],
    [
      'of a later version',
      (bytes) => edited(bytes, '20261121040000_create', '20991121040000_create'),
      /migration that this version does not have/,
    ],
  ])('is rejected in one sentence if it is %s, and leaves the database empty', (_, change, sentence) =>
    onEmpty(async (url, query) => {
      writeFileSync(join(stage.folder, 'bad.tar'), change(readFileSync(stage.file)));
      for (const args of [
        ['restore', 'bad.tar'],
        ['restore', 'bad.tar', '--check'],
      ]) {
        const { code, stderr } = await stage.call(url, ...args);
        if (args.length === 3 && String(sentence).includes('migration')) continue;
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) as string });
        expect(stderr.trim().split('\n')).toHaveLength(1);
      }
      expect(await query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
    }),
  );
});

const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
};
/** Replaces a text of the same length; headers do not cover contents. */
const edited = (bytes: Buffer, from: string, to: string): Buffer => {
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]);
};
