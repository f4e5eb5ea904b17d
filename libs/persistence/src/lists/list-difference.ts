import type { Sql } from '../database/database';
import { ENTRY } from './list-row.repository';

/** All ways in which a wallet differs between two lists. */
export const WALLET_CHANGES = ['added', 'removed', 'changed'] as const;
export type WalletChange = (typeof WALLET_CHANGES)[number];

/** Number of wallets with one kind of change, and the sums of their amounts. */
interface ChangedWallets {
  readonly wallets: number;
  /** Base units, exact decimal strings; `0` where the wallets are not in the list. */
  readonly before: string;
  readonly after: string;
}

/** A wallet that differs. */
export interface WalletDifference {
  readonly change: WalletChange;
  /** Key of the wallet. */
  readonly wallet: Uint8Array;
  /** Base units, exact decimal strings; null where the wallet is not in the list. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Differences between two lists of one drop and kind. The amount of a wallet is the sum of its entries. */
export interface ListDifference extends Readonly<Record<WalletChange, ChangedWallets>> {
  /** Number of wallets with the same amount, but with other entries, claim indexes, parts or leaf fields. */
  readonly rearranged: number;
  /** Wallets of each change whose amounts differ most. */
  readonly examples: readonly WalletDifference[];
}

/** Compares two stored lists. @param examplesMax - maximum number of examples per change. */
export function compareStored(
  sql: Sql,
  beforeId: number,
  afterId: number,
  examplesMax: number,
): Promise<ListDifference> {
  return compare(sql, STORED, [beforeId, examplesMax, afterId]);
}

/**
 * Compares a stored list with the rows of `list_stage`.
 *
 * @param hasEntries - true when each staged row is an entry of its own; otherwise each has another wallet.
 */
export function compareStaged(
  sql: Sql,
  beforeId: number,
  { hasEntries, examplesMax }: { readonly hasEntries: boolean; readonly examplesMax: number },
): Promise<ListDifference> {
  return compare(sql, hasEntries ? STAGED_ENTRIES : STAGED, [beforeId, examplesMax]);
}

/** Counts have no wallet, examples no count. */
interface DifferenceRow extends Omit<WalletDifference, 'change' | 'wallet'> {
  readonly change: WalletChange | 'rearranged';
  readonly wallets: number | null;
  readonly wallet: Uint8Array | null;
}

async function compare(sql: Sql, text: string, values: readonly number[]): Promise<ListDifference> {
  const rows = await sql.query<DifferenceRow>(text, values);
  const countOf = (name: DifferenceRow['change']): ChangedWallets => {
    const { wallets, before, after } = rows.find(({ change, wallet }) => change === name && wallet === null) ?? {};
    return { wallets: wallets ?? 0, before: before ?? '0', after: after ?? '0' };
  };
  const examples = WALLET_CHANGES.flatMap((change) =>
    rows.flatMap(({ change: name, wallet, before, after }) =>
      name === change && wallet !== null ? [{ change, wallet, before, after }] : [],
    ),
  );
  const [added, removed, changed] = [countOf('added'), countOf('removed'), countOf('changed')];
  return { added, removed, changed, rearranged: countOf('rearranged').wallets, examples };
}

const COLUMNS = 'wallet, entry, amount, index, breakdown, fields';
const IS_OTHER = `(
      before.amount IS DISTINCT FROM after.amount OR before.index IS DISTINCT FROM after.index
      OR before.breakdown IS DISTINCT FROM after.breakdown OR before.fields IS DISTINCT FROM after.fields)`;

/**
 * Rows that are equal in both lists are discarded before wallets are grouped, except in lists with several entries per
 * wallet: there an equal entry can belong to a wallet that differs.
 *
 * @param afterRows - query of the rows of the later list.
 */
const differenceBetween = (afterRows: string): string => `
  WITH shape AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM list_rows WHERE list_id = $1 AND entry > 0)
        OR EXISTS (SELECT FROM (${afterRows}) AS after WHERE entry > 0) AS has_entries
  ), differing AS (
    SELECT wallet, sum(before.amount) AS before, sum(after.amount) AS after
    FROM (SELECT ${COLUMNS} FROM list_rows WHERE list_id = $1) AS before
    FULL JOIN (${afterRows}) AS after USING (wallet, entry)
    WHERE (SELECT has_entries FROM shape) OR ${IS_OTHER}
    GROUP BY wallet HAVING bool_or(${IS_OTHER})
  ), wallets AS MATERIALIZED (
    SELECT wallet, before, after,
           CASE WHEN before IS NULL THEN 'added' WHEN after IS NULL THEN 'removed'
                WHEN before <> after THEN 'changed' ELSE 'rearranged' END AS change
    FROM differing
  )
  SELECT change, count(*)::float8 AS wallets, NULL::bytea AS wallet, sum(before)::text AS before, sum(after)::text AS after
  FROM wallets GROUP BY change
  UNION ALL
  SELECT example.* FROM unnest('{${WALLET_CHANGES.join()}}'::text[]) AS asked (change), LATERAL (
    SELECT change, NULL::float8, wallet, before::text, after::text FROM wallets WHERE wallets.change = asked.change
    ORDER BY abs(coalesce(wallets.after, 0) - coalesce(wallets.before, 0)) DESC, wallet LIMIT $2
  ) AS example`;

const STORED = differenceBetween(`SELECT ${COLUMNS} FROM list_rows WHERE list_id = $3`);
const stagedRows = (entry: string): string =>
  `SELECT wallet, ${entry} AS entry, amount, index, breakdown, fields FROM list_stage`;
const STAGED = differenceBetween(stagedRows('0::smallint'));
const STAGED_ENTRIES = differenceBetween(stagedRows(ENTRY));
