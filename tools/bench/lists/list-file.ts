import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createKeccak } from 'hash-wasm';
import type { BenchContext } from '../context';

/** The same list as it is published, and for COPY. */
export interface ListFile {
  readonly rows: number;
  /** CSV: wallet, whole tokens, claim index; every second wallet with the checksum of EIP-55. */
  readonly file: string;
  /** COPY's text format: wallet, base units. */
  readonly copyFile: string;
}

/** Decimals of made-up drops' tokens. */
export const DECIMALS = 18;
/** Decimals of an amount in a file. */
const WRITTEN_DECIMALS = 4;

/** Writes a list of made-up wallets, numbered from 0. */
export async function writeList(
  { scratch, progress }: Pick<BenchContext, 'scratch' | 'progress'>,
  rows: number,
): Promise<ListFile> {
  progress(`Writing a list of ${rows} wallets …`);
  const [file, copyFile] = [join(scratch, `list-${rows}.csv`), join(scratch, `list-${rows}.copy`)];
  await pipeline(Readable.from(csv(rows, await createKeccak(256))), createWriteStream(file));
  await pipeline(Readable.from(copyText(rows)), createWriteStream(copyFile));
  return { rows, file, copyFile };
}

function* csv(rows: number, hasher: Awaited<ReturnType<typeof createKeccak>>): Generator<string> {
  yield 'address,amount,index\n';
  for (let n = 0; n < rows; n += 1) {
    const digits = walletBytes(n).toString('hex');
    const address = n % 2 === 0 ? digits : withChecksum(digits, hasher.init().update(digits).digest('hex'));
    yield `0x${address},${tokenAmount(n)},${n}\n`;
  }
}

function* copyText(rows: number): Generator<string> {
  for (let n = 0; n < rows; n += 1) yield `\\\\x${walletBytes(n).toString('hex')}\t${baseAmount(n)}\n`;
}

/** Upper case where the hash of the lower-case digits has a digit of 8 and above (EIP-55). */
function withChecksum(digits: string, hash: string): string {
  let address = '';
  for (const [place, digit] of [...digits].entries())
    address += hash.charAt(place) >= '8' ? digit.toUpperCase() : digit;
  return address;
}

/** The EVM wallet with a number: always the same, and unordered as in real lists. */
export function walletBytes(n: number): Buffer {
  return createHash('sha1').update(`wallet ${n}`).digest();
}

/** The amount of the wallet with a number, in units of the fourth decimal: 1 to some 10 000 tokens. */
function amountOf(n: number): bigint {
  return 10_000n + BigInt((Math.imul(n, 2_654_435_761) >>> 0) % 99_990_001);
}

/** In whole tokens. */
export function tokenAmount(n: number): string {
  const digits = amountOf(n).toString();
  return `${digits.slice(0, -WRITTEN_DECIMALS)}.${digits.slice(-WRITTEN_DECIMALS)}`;
}

/** In base units, an exact decimal string. */
export function baseAmount(n: number): string {
  return `${amountOf(n)}${'0'.repeat(DECIMALS - WRITTEN_DECIMALS)}`;
}
