import type { LedgerClaim } from '@droptrack/distributors';
import { instant } from '../clock/instants';
import type { Sql, Transaction } from '../database/database';

/** Claims of a page in an hour. */
interface PageHour {
  claims: number;
  /** Wallets whose first claim of the ledger is in it. */
  wallets: number;
  amount: bigint;
}

const HOUR_MS = 3_600_000;

/**
 * Adds claims after those of a ledger, with their sums by hour, in the transaction of the caller. The wallets that had none
 * before count in the hour of their first one.
 *
 * @param claims - in the order of the chain, each once.
 */
export async function addClaims(sql: Transaction, ledgerId: number, claims: readonly LedgerClaim[]): Promise<void> {
  const wallets = claims.map(({ wallet }) => hexOf(wallet));
  const known = await sql.query<{ readonly wallet: string }>(KNOWN, [ledgerId, wallets]);
  await sql.copy(COPY, linesOf(ledgerId, claims, wallets));
  const hours = hoursOf(claims, wallets, new Set(known.map(({ wallet }) => wallet)));
  const sums = [...hours.values()];
  await sql.query(ADD_HOURS, [
    ...[ledgerId, [...hours.keys()], sums.map((sum) => sum.claims), sums.map((sum) => sum.wallets)],
    sums.map(({ amount }) => String(amount)),
  ]);
}

/** Excess of the totals of wallets over the claims that a ledger has of them. */
export async function growthOf(sql: Sql, ledgerId: number, totals: readonly LedgerClaim[]): Promise<LedgerClaim[]> {
  const rows = await sql.query<{ readonly ordinal: number; readonly amount: string }>(GROWTH, [
    ...[ledgerId, totals.map(({ wallet }) => hexOf(wallet)), totals.map(({ amount }) => String(amount))],
  ]);
  return rows.flatMap(({ ordinal, amount }) => {
    const total = totals[ordinal - 1];
    return total === undefined ? [] : [{ ...total, amount: BigInt(amount) }];
  });
}

const GROWTH = `
  SELECT total.ordinal::int AS ordinal, (total.amount - stored.amount)::text AS amount
  FROM unnest($2::text[], $3::numeric[]) WITH ORDINALITY AS total (wallet, amount, ordinal)
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0) AS amount FROM claims WHERE ledger_id = $1 AND wallet = decode(total.wallet, 'hex')
  ) AS stored
  WHERE total.amount > stored.amount
  ORDER BY total.ordinal`;

/** Wallets with a claim in the ledger, as hex digits. */
const KNOWN = `
  SELECT n.wallet FROM unnest($2::text[]) AS n (wallet)
  WHERE EXISTS (SELECT FROM claims WHERE ledger_id = $1 AND claims.wallet = decode(n.wallet, 'hex'))`;

const COPY = 'COPY claims (ledger_id, wallet, block, log_index, amount, index, recipient, transaction, at) FROM STDIN';

const ADD_HOURS = `
  INSERT INTO claim_hours AS h (ledger_id, hour, claims, wallets, amount)
  SELECT $1, ${instant('hour_ms')}, claims, wallets, amount
  FROM unnest($2::float8[], $3::int[], $4::int[], $5::numeric[]) AS p (hour_ms, claims, wallets, amount)
  ON CONFLICT (ledger_id, hour) DO UPDATE
  SET claims = h.claims + excluded.claims, wallets = h.wallets + excluded.wallets, amount = h.amount + excluded.amount`;

/** Lines of COPY's text format. Digits and hex digits need no escapes, whose search would take longer than the rest of a line. */
function* linesOf(ledgerId: number, claims: readonly LedgerClaim[], wallets: readonly string[]): Generator<string> {
  for (const [at, { block, logIndex, amount, index, recipient, transaction, atMs }] of claims.entries()) {
    const paid = `${amount}\t${index ?? NULL}\t${recipient === null ? NULL : BYTEA + hexOf(recipient)}`;
    const place = `${ledgerId}\t${BYTEA}${wallets[at] ?? ''}\t${block}\t${logIndex}`;
    const hash = transaction === null ? NULL : BYTEA + transaction.slice(2);
    yield `${place}\t${paid}\t${hash}\t${atMs === null ? '-infinity' : new Date(atMs).toISOString()}\n`;
  }
}

/** @param known - wallets with a claim before; those of these claims are added. */
function hoursOf(
  claims: readonly LedgerClaim[],
  wallets: readonly string[],
  known: Set<string>,
): ReadonlyMap<number, PageHour> {
  const hours = new Map<number, PageHour>();
  for (const [at, { amount, atMs }] of claims.entries()) {
    const hourMs = atMs === null ? -Infinity : atMs - (atMs % HOUR_MS);
    const sum = hours.get(hourMs) ?? { claims: 0, wallets: 0, amount: 0n };
    const walletsBefore = known.size;
    known.add(wallets[at] ?? '');
    sum.claims += 1;
    sum.wallets += known.size - walletsBefore;
    sum.amount += amount;
    hours.set(hourMs, sum);
  }
  return hours;
}

/** NULL, and the beginning of bytes as hex digits, in COPY's text format. */
const [NULL, BYTEA] = ['\\N', '\\\\x'];

const hexOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('hex');
