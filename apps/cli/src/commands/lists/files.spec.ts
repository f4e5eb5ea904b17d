import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { InMemoryTree, parseWallet, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { findPlaces } from '../../config/places';
import { NO_SERVICE, runCall } from '../../testing/run-call';
import { madeUpZip } from './files/made-up-zip';
import { listCommands } from './testing';

const places = findPlaces(__dirname);
const DATA = resolve(places.root, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');
const CHUNKS = join(DATA, 'lists/uniswap/chunks-with-proofs');
const hasChunks = existsSync(CHUNKS);
/** With the root of the distributor of Uniswap. */
const PUBLISHED = [
  ...['lists', 'load', 'uniswap', 'chunks', '--expect-root'],
  '0xc8500f8e2fcf3c9a32880e1b973fb28acc88be35787a8abcf9981b2b65dbdeb5',
];
if (!hasChunks) console.warn(`skipped: the published chunks of Uniswap are not there (${CHUNKS})`);

let lists: Awaited<ReturnType<typeof listCommands>>;
let databaseUrl = '';
beforeEach(async () => {
  const token = { symbol: fact('UNI'), decimals: fact(18), address: null };
  lists = await listCommands([dropDefinition({ id: 'uniswap', token })]);
  databaseUrl = lists.url;
  mkdirSync(join(lists.folder, 'chunks'));
});
afterEach(() => lists.close());

const call = (args: readonly string[], input = '') =>
  runCall(args, {
    env: { DATABASE_URL: databaseUrl, ...NO_SERVICE },
    cwd: lists.folder,
    stdin: Readable.from([Buffer.from(input)]),
  });

/** Writes as many files as Uniswap published, with one claim each. @returns the root of their tree. */
function writeChunks(count: number): string {
  const { leafHash } = treeKind('uniswap');
  const leaves = Array.from({ length: count }, (_, index) => {
    const address = `0x${index.toString(16).padStart(40, '0')}`;
    const claim = { [address]: { index, amount: '0x64' } };
    writeFileSync(join(lists.folder, 'chunks', `${address}.json`), JSON.stringify(claim));
    return leafHash({ wallet: parseWallet(address).bytes, amount: 100n, index: BigInt(index) }, PORTABLE_HASH);
  });
  const tree = new InMemoryTree('uniswap', Buffer.concat(leaves.sort(Buffer.compare)), PORTABLE_HASH);
  return `0x${Buffer.from(tree.root).toString('hex')}`;
}

describe('a list of 2 503 files', () => {
  // Their names exceed the length of a command line in the shell of npx.
  it('is loaded by its folder, and by a list of names', async () => {
    const root = writeChunks(2_503);
    const byFolder = await call(['lists', 'load', 'uniswap', 'chunks', '--expect-root', root]);
    expect(byFolder).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('2503 wallets') as string });
    const names = readdirSync(join(lists.folder, 'chunks')).map((name) => `chunks/${name}\n`);
    const byNames = await call(
      ['lists', 'load', 'uniswap', '--files-from', '-', '--expect-root', root],
      names.join(''),
    );
    expect([byNames.code, byNames.stdout]).toEqual([0, expect.stringContaining('already active as version 1')]);
  });
});

(hasChunks ? it : it.skip)('a part of the published chunks is rejected, since other rows are missing', async () => {
  for (const name of readdirSync(CHUNKS)) symlinkSync(join(CHUNKS, name), join(lists.folder, 'chunks', name));
  // 51 of 2 503 files are present.
  expect(await call(PUBLISHED)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('other rows are missing') as string,
  });
  const { code, stdout, stderr } = await call([...PUBLISHED, '--part']);
  const note = expect.stringContaining('further ones may be missing') as string;
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('5151 wallets'), note]);
});

describe('a file that is not a list', () => {
  it.each([
    [
      'list.xlsx',
      Buffer.from('PK\u0003\u0004[Content_Types].xml', 'latin1'),
      'is an Excel workbook (xlsx)\nSave its sheet as CSV',
    ],
    [
      'list.csv',
      'address|amount\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045|1\n',
      'list.csv:1: its fields are separated by vertical bars',
    ],
    ['list.tsv', '"address"\t"amount","note"\n', 'list.tsv:1: its fields are separated by commas and TAB characters'],
  ])('%s is rejected with its format and a remedy', async (name, content, message) => {
    writeFileSync(join(lists.folder, name), content);
    const { code, stdout, stderr } = await call(['lists', 'load', 'uniswap', name, '--unit', 'token']);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('is named if it is not the first of several', async () => {
    writeFileSync(join(lists.folder, 'chunks/a.csv'), 'address,amount\n');
    writeFileSync(join(lists.folder, 'chunks/b.xz'), Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]));
    const { code, stderr } = await call(['lists', 'load', 'uniswap', 'chunks', '--unit', 'token']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('chunks/b.xz is compressed with xz\nDecompress it (unxz chunks/b.xz)'),
    ]);
  });
});

it('a list is loaded from standard input, and from a zip archive in a folder', async () => {
  const content = 'address,amount\n0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,1\n';
  const fromInput = await call(['lists', 'load', 'uniswap', '-', '--unit', 'token'], content);
  expect([fromInput.code, fromInput.stdout]).toEqual([0, expect.stringContaining('version 1 of the allocation list')]);
  writeFileSync(join(lists.folder, 'chunks/list.zip'), madeUpZip([{ name: 'list.csv', content }]));
  const fromZip = await call(['lists', 'load', 'uniswap', 'chunks', '--unit', 'token']);
  expect([fromZip.code, fromZip.stdout]).toEqual([0, expect.stringContaining('version 2 of the allocation list')]);
  const faulty = await call(['lists', 'load', 'uniswap', '-', '--unit', 'token'], content.replace(',1', ',x'));
  expect([faulty.code, faulty.stdout]).toEqual([1, expect.stringContaining('stdin:2: amount: ')]);
});

describe('lists show', () => {
  // A misspelt drop must not look like one without lists.
  it.each([['show'], ['versions']])('%s exits with 1 for a drop that is not in the catalogue', async (command) => {
    expect(await call(['lists', command, 'nope'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no drop "nope"\n',
    });
    expect((await call(['lists', command, 'uniswap'])).code).toBe(0);
  });
});

it('without a file is wrong usage', async () => {
  expect(await call(['lists', 'load', 'uniswap'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No file was given') as string,
  });
});
