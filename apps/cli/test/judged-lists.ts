import { gzipSync } from 'node:zlib';
import { madeUpZip } from '../src/commands/lists/files/made-up-zip';
import { kindOfRow, DECLARED_TREES } from './judged-declared-trees';
import {
  jitoFile,
  openzeppelinFile,
  sablierFile,
  shardsFile,
  type TreeFile,
  type TreeRow,
  uniswapFile,
} from './judged-trees';
import { type Family, hashOf, LISTED, numberOf, spelled } from './judged-wallets';
import type { JudgedDrop, JudgedFile, JudgedForm } from './wallets-judge';

/** List file of the test, and the options to load it. */
interface WrittenList extends JudgedFile {
  readonly options: readonly string[];
  readonly fileName: string;
  readonly content: Buffer;
  /** Root of its tree, computed without the code under test; null for a list without one. */
  readonly root: string | null;
}

type Choice = Partial<Pick<JudgedFile, 'name' | 'kind' | 'decimals' | 'each' | 'isSeparate'>> & {
  /** Families of its wallets; EVM by default. */
  readonly from?: readonly Family[];
  /** One in so many wallets is in the list. */
  readonly every?: number;
  /** Number of wallets with a second row. */
  readonly repeated?: number;
  readonly options?: readonly string[];
  /** Tree that `--tree` states for a form without one. */
  readonly tree?: keyof typeof DECLARED_TREES;
  /** `zip`: a table in two parts; `files`: a text with the content of a file in each line. */
  readonly packing?: 'gz' | 'zst' | 'zip' | 'files';
  /** Bits of the amounts; 96 by default. */
  readonly bits?: 48 | 96;
};

function written(drop: string, form: JudgedForm, choice: Choice = {}): WrittenList {
  const { kind = 'allocation', decimals = 0, name = '', options = [], packing, tree, each, isSeparate } = choice;
  const rows = rowsOf(`${drop} ${kind} ${name}`, choice);
  const { text, root } = textOf(form, kind, rows);
  const declared = tree === undefined ? root : DECLARED_TREES[tree].rootOf(rows);
  return {
    ...{ drop, form, kind, decimals, name, text, root: declared },
    ...(each !== undefined && { each }),
    ...(isSeparate !== undefined && { isSeparate }),
    ...packed(`list.${EXTENSIONS[form] ?? 'json'}`, text, packing),
    options: [
      ...['--kind', kind, ...(name === '' ? [] : ['--name', name])],
      ...(kind === 'exclusion' || root !== null ? [] : ['--unit', decimals === 0 ? 'base' : 'token']),
      ...(tree === undefined ? [] : [...DECLARED_TREES[tree].options, '--expect-root', String(declared)]),
      ...(each === undefined ? [] : ['--each', each]),
      ...(isSeparate === true ? ['--duplicates', 'separate'] : repeatedOptions(choice)),
      ...options,
    ],
  };
}

const repeatedOptions = ({ repeated = 0 }: Choice): string[] => (repeated > 0 ? ['--duplicates', 'sum'] : []);
const EXTENSIONS: Partial<Record<JudgedForm, string>> = {
  ...{ csv: 'csv', semicolons: 'csv', tabs: 'tsv', hex: 'csv', lines: 'ndjson' },
};

/** Rows in random order, some wallets in another spelling. Those of a second row differ in their amount. */
function rowsOf(
  seed: string,
  { from = ['evm'], every = 3, repeated = 0, decimals = 0, bits = 96 }: Choice,
): readonly TreeRow[] {
  const chosen = from.flatMap((family) => LISTED[family].filter((wallet) => numberOf(every, seed, wallet) === 0));
  return [...chosen, ...chosen.slice(0, repeated)]
    .map((wallet, n) => ({ address: spelled(wallet), amount: amountOf(decimals, bits, `${seed} ${wallet} ${n}`) }))
    .sort((a, b) => Buffer.compare(hashOf(seed, a.address, a.amount), hashOf(seed, b.address, b.amount)));
}

/** Base units, or tokens with up to all of their decimals. */
function amountOf(decimals: number, bits: number, seed: string): string {
  const whole = BigInt(`0x${hashOf('amount', seed).toString('hex', 0, bits / 8)}`) + 1n;
  if (decimals === 0) return whole.toString();
  return `${whole % 1_000_000n}.${String(numberOf(1_000_000, 'fraction', seed)).slice(0, decimals)}`;
}

function textOf(form: JudgedForm, kind: JudgedFile['kind'], rows: readonly TreeRow[]): TreeFile | NoTree {
  const plain = (text: string): NoTree => ({ text, root: null });
  const json = (value: unknown): NoTree => plain(JSON.stringify(value));
  const table = (header: string, line: (row: TreeRow) => string): NoTree =>
    plain([header, ...rows.map(line), ''].join('\n'));
  switch (form) {
    case 'csv':
      if (kind === 'exclusion') return table('wallet', ({ address }) => address);
      return table('wallet,amount', ({ address, amount }) => `${address},${amount}`);
    case 'semicolons':
      return table('address;amount;note', ({ address, amount }) => `${address};${amount};"a, b"`);
    case 'tabs':
      return table('wallet\tamount\tkind', (row) => `${row.address}\t${row.amount}\t${kindOfRow(row)}`);
    case 'hex':
      return table(
        'address,amount',
        ({ address, amount }) => `${address.slice(2)},${BigInt(amount).toString(16).padStart(64, '0')}`,
      );
    case 'addresses':
      return json(rows.map(({ address }) => address));
    case 'map':
      return json(Object.fromEntries(rows.map(({ address, amount }) => [address, amount])));
    case 'objects':
      return json(Object.fromEntries(rows.map(({ address, amount }, rank) => [address, { rank, amount }])));
    case 'rows':
      return json(rows);
    case 'wrapped':
      return json({ status: 'ok', result: { columns: ['address', 'amount'], eligibles: rows } });
    case 'pairs':
      return json(rows.map(({ address, amount }) => [address, amount]));
    case 'lines':
      return plain(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    case 'uniswap':
      return uniswapFile(rows);
    case 'dump':
      return openzeppelinFile(rows);
    case 'sablier':
      return sablierFile(rows);
    case 'jito':
      return jitoFile(rows);
    case 'shards':
      return shardsFile(rows);
  }
}

interface NoTree {
  readonly text: string;
  readonly root: null;
}

function packed(name: string, text: string, packing?: Choice['packing']): Pick<WrittenList, 'fileName' | 'content'> {
  switch (packing) {
    case undefined:
      return { fileName: name, content: Buffer.from(text) };
    case 'gz':
      return { fileName: `${name}.gz`, content: gzipSync(text) };
    case 'zst':
      return { fileName: `${name}.zst`, content: zstdFrame(Buffer.from(text)) };
    case 'zip': {
      // Two parts of one list, each with the header.
      const [header = '', ...lines] = text.trimEnd().split('\n');
      const parts = [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)];
      const files = parts.map((part, n) => ({ name: `part-${n}.csv`, content: [header, ...part, ''].join('\n') }));
      return { fileName: 'list.zip', content: madeUpZip(files) };
    }
    case 'files': {
      const files = text
        .split('\n')
        .map((content, n) => ({ name: n === 0 ? 'root.json' : `shard-${n}.json`, content }));
      return { fileName: 'list.zip', content: madeUpZip(files) };
    }
  }
}

const ZSTD_BLOCK_BYTES = 100_000;

/** Frame of one segment with uncompressed blocks (RFC 8878, section 3.1.1). */
function zstdFrame(content: Buffer): Buffer {
  const head = Buffer.from('28b52ffda000000000', 'hex');
  head.writeUInt32LE(content.length, 5);
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length; at += ZSTD_BLOCK_BYTES) {
    const block = content.subarray(at, at + ZSTD_BLOCK_BYTES);
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE((block.length << 3) | Number(at + ZSTD_BLOCK_BYTES >= content.length), 0, 3);
    blocks.push(blockHead, block);
  }
  return Buffer.concat([head, ...blocks]);
}

/** Lists of all structures, compressions and kinds, with one or several rows per wallet. */
export const LISTS: readonly WrittenList[] = [
  written('tokens', 'csv', { decimals: 18 }),
  written('cents', 'csv', { decimals: 2, every: 2 }),
  written('semicolons', 'semicolons', { every: 5 }),
  written('hexadecimal', 'hex', { every: 5, options: ['--hex', 'wallets,amounts'] }),
  written('mapped', 'map', { every: 4 }),
  written('objects', 'objects', { every: 4 }),
  written('rows', 'rows'),
  written('wrapped', 'wrapped', { every: 4 }),
  written('pairs', 'pairs', { every: 6 }),
  written('lines', 'lines', { every: 7 }),
  written('gzipped', 'csv', { packing: 'gz', every: 6 }),
  written('zipped', 'csv', { packing: 'zip', every: 6 }),
  written('zstandard', 'csv', { packing: 'zst', every: 6 }),
  written('summed', 'csv', { repeated: 300 }),
  written('several-leaves', 'csv', { repeated: 300, isSeparate: true, tree: 'openzeppelin' }),
  written('holders', 'csv', { each: '12.5', decimals: 2, repeated: 300 }),
  written('members', 'addresses', { each: '1', every: 5 }),
  written('uniswap-tree', 'uniswap'),
  written('openzeppelin-tree', 'dump', { every: 4 }),
  written('sablier-tree', 'sablier', { every: 5 }),
  written('ens-shards', 'shards', { packing: 'files', every: 5 }),
  written('ens-tree', 'csv', { tree: 'ens', every: 5 }),
  written('abi-tree', 'csv', { tree: 'abi', every: 5 }),
  written('packed-tree', 'tabs', { tree: 'packed', every: 5 }),
  written('sybils', 'csv', { every: 4 }),
  written('sybils', 'csv', { kind: 'exclusion', every: 4 }),
  written('only-excluding', 'csv', { kind: 'exclusion', every: 3 }),
  written('waves', 'csv', { every: 4 }),
  written('waves', 'dump', { name: 'season-2', every: 3 }),
  written('waves', 'csv', { name: 'season-3', every: 5, repeated: 100, isSeparate: true }),
  written('waves', 'csv', { name: 'bots', kind: 'exclusion', every: 3 }),
  written('on-solana', 'csv', { from: ['solana'], every: 2 }),
  written('jito-tree', 'jito', { from: ['solana'], bits: 48 }),
  written('solana-keccak-tree', 'csv', { from: ['solana'], bits: 48, tree: 'solana_keccak' }),
  written('cosmwasm-tree', 'rows', { from: ['cosmos'], every: 2, tree: 'cosmwasm' }),
  written('poseidon-tree', 'csv', { from: ['starknet'], tree: 'starknet_poseidon' }),
  written('ekubo-tree', 'csv', { from: ['starknet'], tree: 'ekubo' }),
  written('on-starknet', 'csv', { from: ['starknet'], every: 2 }),
  written('on-cosmos', 'map', { from: ['cosmos'], every: 2 }),
  written('both', 'csv', { from: ['evm', 'solana'], every: 4 }),
];

/** Drop of the test with its catalogue file. */
interface WrittenDrop extends JudgedDrop {
  readonly file: { readonly chain: string } & Readonly<Record<string, unknown>>;
}

/** Drops that do not only accept EVM wallets, have other decimals, or had their snapshot. */
const OTHER_DROPS: Readonly<Record<string, Partial<WrittenDrop>>> = {
  cents: { file: { chain: 'ethereum', token: { decimals: 2 } } },
  holders: { file: { chain: 'ethereum', token: { decimals: 2 } } },
  'on-solana': { accepts: ['solana'], file: { chain: 'solana' } },
  'jito-tree': { accepts: ['solana'], file: { chain: 'solana' } },
  'solana-keccak-tree': { accepts: ['solana'], file: { chain: 'solana' } },
  'cosmwasm-tree': { accepts: ['cosmos'], file: { chain: 'celestia' } },
  'poseidon-tree': { accepts: ['starknet'], file: { chain: 'starknet' } },
  'ekubo-tree': { accepts: ['starknet'], file: { chain: 'starknet' } },
  'on-starknet': { accepts: ['starknet'], file: { chain: 'starknet' } },
  'on-cosmos': { accepts: ['cosmos'], file: { chain: 'celestia' } },
  both: { accepts: ['evm', 'solana'], file: { chain: 'ethereum', wallets: ['evm', 'solana'] } },
  'without-list': {},
  launched: {
    undecided: 'unknown',
    file: { chain: 'ethereum', status: 'tge', snapshot: { date: '2026-01-05T00:00:00Z' } },
  },
  elsewhere: { accepts: [], undecided: 'unknown', file: { chain: 'near' } },
};

/** Drops with their catalogue files. Those without an allocation list are decided by their calendar. */
export const DROPS: readonly WrittenDrop[] = [
  ...new Set([...LISTS.map(({ drop }) => drop), ...Object.keys(OTHER_DROPS)]),
].map((id) => ({
  ...{ id, accepts: ['evm'], undecided: 'pending', file: { chain: 'ethereum' } },
  ...OTHER_DROPS[id],
}));
