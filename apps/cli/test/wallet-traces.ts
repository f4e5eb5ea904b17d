import type { Wallet } from '@droptrack/eligibility';
import type { Database } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TRACE_LENGTH, TraceIndex } from './trace-index';

const HASHES = ['sha256', 'sha1', 'md5', 'sha3-256'];

/**
 * * Finds wallets in texts in many forms: in any case, with and without `0x`, truncated to their beginning or end, as bytes
 * * in hex, base64 or numbers, as one large number, or as a plain hash.
 */
export class WalletTraces {
  readonly #inAnyCase = new TraceIndex<string>();
  readonly #asTheyAre = new TraceIndex<string>();

  constructor(wallets: readonly Wallet[]) {
    for (const wallet of wallets) {
      for (const form of caselessForms(wallet)) this.#inAnyCase.set(form.toLowerCase(), wallet.address);
      for (const form of exactForms(wallet)) this.#asTheyAre.set(form, wallet.address);
    }
  }

  /** Addresses of the wallets with a trace in a text. */
  in(text: string): Set<string> {
    return new Set([...this.#inAnyCase.in(text.toLowerCase()), ...this.#asTheyAre.in(text)]);
  }
}

const ends = (text: string): string[] => [text.slice(0, TRACE_LENGTH), text.slice(-TRACE_LENGTH)];

/** Prefix of a Cosmos address with its separator, which all wallets of a chain share. */
const PREFIX = /^[a-z0-9]+1/;

/** Bytes of a wallet, without a prefix. The key of a Cosmos wallet is a text. */
const ownBytes = ({ bytes, address, type }: Wallet): Buffer =>
  Buffer.from(type === 'cosmos' ? bytes.subarray(PREFIX.exec(address)?.[0].length) : bytes);

/** Spellings of a wallet, without a prefix. */
function spellings({ address, type }: Wallet): string[] {
  if (type === 'solana') return [address];
  if (type === 'cosmos') return [address.slice(PREFIX.exec(address)?.[0].length)];
  const digits = address.slice(2);
  // Programs of Starknet omit leading zeros.
  const unpadded = type === 'starknet' ? [digits.replace(/^0+/, '')] : [];
  return [digits.toLowerCase(), digits.toUpperCase(), digits, ...unpadded];
}

function hashes(wallet: Wallet): Buffer[] {
  const texts = spellings(wallet).flatMap((text) => [text, `0x${text}`]);
  return [Buffer.from(wallet.bytes), wallet.address, ...texts].flatMap((text) =>
    HASHES.map((name) => createHash(name).update(text).digest()),
  );
}

function caselessForms(wallet: Wallet): string[] {
  const bytes = ownBytes(wallet);
  const hex = bytes.toString('hex');
  return [
    ...spellings(wallet).flatMap((text) => [...ends(text), ...ends(Buffer.from(text).toString('hex'))]),
    ...[bytes, ...hashes(wallet)].flatMap((each) => ends(each.toString('hex'))),
    ...ends(BigInt(`0x${hex}`).toString()),
    ...ends(bytes.join(',')),
    ...ends(bytes.join(', ')),
  ];
}

function exactForms(wallet: Wallet): string[] {
  const bytes = [ownBytes(wallet), ...spellings(wallet).map((text) => Buffer.from(text)), ...hashes(wallet)];
  return bytes.flatMap(inBase64).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** Base64 of bytes at any offset: three forms, each without the characters that depend on preceding bytes. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const begin = Math.ceil((before * 8) / 6);
    return text.slice(begin, begin + TRACE_LENGTH);
  });
}

/** Content of one column, all rows together, bytes as hex. */
export interface StoredText {
  /** `table.column`. */
  readonly place: string;
  readonly text: string;
}

/** Content of a database, column by column, of any type. */
export async function storedTexts(db: Database): Promise<StoredText[]> {
  const columns = await db.query<{ schema: string; table: string; column: string }>(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY table_schema, table_name, ordinal_position`,
  );
  const texts: StoredText[] = [];
  for (const { schema, table, column } of columns) {
    const [row] = await db.query<{ text: string | null }>(
      `SELECT string_agg("${column}"::text, E'\\n') AS text FROM "${schema}"."${table}"`,
    );
    texts.push({ place: `${table}.${column}`, text: row?.text ?? '' });
  }
  return texts;
}

/** Data of the server itself: the last statement of each session, and its log if it can be read. */
export async function serverTexts(db: Database): Promise<StoredText[]> {
  const [seen] = await db.query<{ queries: string; directory: string }>(
    `SELECT string_agg(query, E'\\n') AS queries, current_setting('data_directory') AS directory FROM pg_stat_activity`,
  );
  const log = logAbove(seen?.directory ?? '/');
  return [
    { place: 'pg_stat_activity.query', text: seen?.queries ?? '' },
    { place: 'postgres.log', text: log === null ? '' : readFileSync(log, 'utf8') },
  ];
}

function logAbove(directory: string): string | null {
  const file = join(directory, 'postgres.log');
  if (existsSync(file)) return file;
  return dirname(directory) === directory ? null : logAbove(dirname(directory));
}
