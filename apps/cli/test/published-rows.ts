import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { base58 } from '@scure/base';

const ROOT = resolve(__dirname, '../../..');
/** Directory of the real lists; see {@link hasPublishedLists}. */
export const LISTS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'lists');

/** True if the real lists are available; logs a warning otherwise. */
export function hasPublishedLists(): boolean {
  if (!existsSync(LISTS)) console.warn(`skipped: no published lists in ${LISTS}`);
  return existsSync(LISTS);
}

/** One row of a published list, parsed independently of the program. */
export interface PublishedRow {
  /** As published. */
  readonly wallet: string;
  /** Base units. */
  readonly amount: bigint;
  /** Null if the list has no reasons. */
  readonly breakdown: readonly { readonly reason: string; readonly amount: string }[] | null;
}

/** Text of a file, decompressed. */
export function textOf(file: string): string {
  const bytes = readFileSync(join(LISTS, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** Files of a folder, with the folder name. */
export const filesIn = (folder: string): string[] =>
  readdirSync(join(LISTS, folder)).map((name) => `${folder}/${name}`);

const TOKEN_DECIMALS = 18;

/** Base units of an amount in whole tokens, in scientific notation too. */
function baseUnits(text: string, decimals = TOKEN_DECIMALS): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = decimals + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}

/** Unit of amounts. */
export type Unit = 'base' | 'token';
const amountOf = (text: string, unit: Unit): bigint => (unit === 'token' ? baseUnits(text) : BigInt(text));

export function csvRows(file: string, unit: Unit, hasHeader = true): PublishedRow[] {
  const lines = textOf(file)
    .trimEnd()
    .split(/\r?\n/)
    .slice(hasHeader ? 1 : 0);
  return lines.map((line) => {
    const [wallet = '', amount = ''] = line.split(',').map((field) => field.trim());
    return { wallet, amount: amountOf(amount, unit), breakdown: null };
  });
}

/** Rows with one amount per reason column, and their sum in the last field. */
export function sharedRows(file: string): PublishedRow[] {
  const [header = '', ...lines] = textOf(file).trimEnd().split(/\r?\n/);
  const names = header.split(',').slice(1, -1);
  return lines.map((line) => {
    const [wallet = '', ...fields] = line.split(',');
    const shares = fields.slice(0, -1).map((field, i) => ({ reason: names[i] ?? '', amount: baseUnits(field) }));
    const breakdown = shares
      .filter(({ amount }) => amount > 0n)
      .map(({ reason, amount }) => ({ reason, amount: amount.toString() }));
    return { wallet, amount: baseUnits(fields.at(-1) ?? ''), breakdown };
  });
}

interface AcrossFile {
  readonly recipients: readonly {
    readonly account: string;
    readonly amount: string;
    readonly metadata?: { readonly amountBreakdown?: Readonly<Record<string, string>> };
  }[];
}

export function acrossRows(file: string): PublishedRow[] {
  const { recipients } = JSON.parse(textOf(file)) as AcrossFile;
  return recipients.map(({ account, amount, metadata }) => {
    const parts = Object.entries(metadata?.amountBreakdown ?? {});
    const breakdown = parts
      .filter(([, part]) => BigInt(part) > 0n)
      .map(([reason, part]) => ({ reason, amount: BigInt(part).toString() }));
    return { wallet: account, amount: BigInt(amount), breakdown: parts.length === 0 ? null : breakdown };
  });
}

type Named<T> = Readonly<Record<string, T>>;

/** Each wallet has one reason for its whole amount. */
export function uniswapRows(file: string): PublishedRow[] {
  const chunk = JSON.parse(textOf(file)) as Named<{ amount: string; flags: Named<boolean> }>;
  return Object.entries(chunk).map(([wallet, { amount, flags }]) => {
    const reason = Object.keys(flags).filter((name) => flags[name] === true);
    const all = { reason: reason.join('+'), amount: BigInt(amount).toString() };
    return { wallet, amount: BigInt(amount), breakdown: reason.length === 0 ? null : [all] };
  });
}

export function hopRows(file: string): PublishedRow[] {
  const { entries = {} } = JSON.parse(textOf(file)) as { entries?: Named<Named<unknown>> };
  return Object.entries(entries).map(([wallet, { balance, ...parts }]) => ({
    wallet,
    amount: BigInt(String(balance)),
    breakdown: Object.entries(parts)
      .filter(([name, amount]) => name.endsWith('_tokens') && BigInt(String(amount)) > 0n)
      .map(([reason, amount]) => ({ reason, amount: String(amount) })),
  }));
}

export function mapRows(file: string): PublishedRow[] {
  const amounts = Object.entries(JSON.parse(textOf(file)) as Named<number>);
  return amounts.map(([wallet, amount]) => ({ wallet, amount: baseUnits(String(amount)), breakdown: null }));
}

export function earningRows(file: string): PublishedRow[] {
  const rows = JSON.parse(textOf(file)) as { address: string; earnings: string; reasons: string }[];
  return rows.map(({ address, earnings, reasons }) => ({
    wallet: address,
    amount: BigInt(earnings),
    breakdown: [{ reason: reasons, amount: earnings }],
  }));
}

export function jitoRows(file: string): PublishedRow[] {
  const { tree_nodes: nodes } = JSON.parse(textOf(file)) as { tree_nodes: Named<number | number[]>[] };
  return nodes.map(({ claimant, proof: _, ...parts }) => {
    const breakdown = Object.entries(parts)
      .filter(([, amount]) => Number(amount) > 0)
      .map(([reason, amount]) => ({ reason, amount: String(amount) }));
    const amount = breakdown.reduce((sum, part) => sum + BigInt(part.amount), 0n);
    return { wallet: base58.encode(Uint8Array.from(claimant as number[])), amount, breakdown };
  });
}

export function lockedRows(file: string): PublishedRow[] {
  const lines = textOf(file).trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [wallet = '', unlocked = '', locked = ''] = line.split(',');
    const breakdown = [
      { reason: 'amount_unlocked', amount: unlocked },
      { reason: 'amount_locked', amount: locked },
    ];
    return { wallet, amount: BigInt(unlocked) + BigInt(locked), breakdown };
  });
}
