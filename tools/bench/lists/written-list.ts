import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createKeccak } from 'hash-wasm';
import type { BenchContext } from '../bench-context';
import { baseAmount, tokenAmount, walletBytes } from './made-up-wallets';

/** The same list as it is published, and as COPY takes it. */
export interface WrittenList {
  readonly rows: number;
  /** CSV: wallet, whole tokens, claim index; every second wallet with the checksum of EIP-55. */
  readonly file: string;
  /** COPY's text format: wallet, base units. */
  readonly copyFile: string;
}

const ROWS_A_PIECE = 500;

/** Writes a list of made-up wallets, numbered from 0. */
export async function writeList({ scratch, progress }: BenchContext, rows: number): Promise<WrittenList> {
  progress(`Writing a list of ${rows} wallets …`);
  const [file, copyFile] = [join(scratch, `list-${rows}.csv`), join(scratch, `list-${rows}.copy`)];
  const hasher = await createKeccak(256);
  const checksummed = (digits: string): string => withChecksum(digits, hasher.init().update(digits).digest('hex'));
  await write(file, 'address,amount,index\n', rows, (n, digits) => {
    return `0x${n % 2 === 0 ? digits : checksummed(digits)},${tokenAmount(n)},${n}\n`;
  });
  await write(copyFile, '', rows, (n, digits) => `\\\\x${digits}\t${baseAmount(n)}\n`);
  return { rows, file, copyFile };
}

/** Upper case where the hash of the lower-case digits has a digit of 8 and above (EIP-55). */
function withChecksum(digits: string, hash: string): string {
  let address = '';
  for (const [place, digit] of [...digits].entries())
    address += hash.charAt(place) >= '8' ? digit.toUpperCase() : digit;
  return address;
}

async function write(
  file: string,
  header: string,
  rows: number,
  textOf: (n: number, digits: string) => string,
): Promise<void> {
  function* pieces(): Generator<string> {
    yield header;
    for (let from = 0; from < rows; from += ROWS_A_PIECE) {
      let piece = '';
      for (let n = from; n < Math.min(from + ROWS_A_PIECE, rows); n += 1) {
        piece += textOf(n, walletBytes(n).toString('hex'));
      }
      yield piece;
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file));
}
