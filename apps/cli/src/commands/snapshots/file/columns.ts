import type { DropBody } from '@droptrack/catalogue';
import {
  type AllocationRow,
  type Drop,
  HYPE_SIGNALS,
  type HypeHistoryPoint,
  type HypeSignalId,
  type HypeSignalPoint,
} from '@droptrack/contracts';
import type { Column, ColumnType } from '../parquet/column';

/** Kinds of bulk snapshots. */
export type SnapshotKind = 'drops' | 'hype' | 'allocations';

/** Columns of a drop, as it is published or as the log has it, without the instant of its last change. */
export const DROP_COLUMNS: readonly Column<DropBody>[] = [
  { name: 'id', type: 'text', valueOf: ({ id }) => id },
  { name: 'name', type: 'text', valueOf: ({ name }) => name },
  { name: 'chain', type: 'text', valueOf: ({ chain }) => chain },
  { name: 'status', type: 'text', valueOf: ({ status }) => status },
  { name: 'hype_score', type: 'integer', valueOf: (drop) => drop.hype_score },
  { name: 'hype_delta_7d', type: 'integer', valueOf: (drop) => drop.hype_delta_7d },
  { name: 'hype_confidence', type: 'double', valueOf: (drop) => drop.hype_confidence ?? null },
  { name: 'rating_reward', type: 'integer', valueOf: ({ rating }) => rating.reward },
  { name: 'rating_legit', type: 'integer', valueOf: ({ rating }) => rating.legit },
  { name: 'rating_difficulty', type: 'integer', valueOf: ({ rating }) => rating.difficulty },
  { name: 'ev_usd_p50', type: 'double', valueOf: (drop) => drop.ev_usd.p50 },
  { name: 'ev_usd_p10', type: 'double', valueOf: (drop) => drop.ev_usd.p10 },
  { name: 'ev_usd_p90', type: 'double', valueOf: (drop) => drop.ev_usd.p90 },
  { name: 'ev_usd_basis', type: 'text', valueOf: (drop) => drop.ev_usd.basis ?? null },
  { name: 'snapshot_block', type: 'integer', valueOf: ({ snapshot }) => snapshot.block },
  { name: 'snapshot_date', type: 'instant', valueOf: ({ snapshot }) => snapshot.date },
  { name: 'cost_usd', type: 'double', valueOf: (drop) => drop.cost_usd },
  { name: 'chain_id', type: 'integer', valueOf: (drop) => drop.chain_id ?? null },
  { name: 'symbol', type: 'text', valueOf: ({ symbol }) => symbol ?? null },
  { name: 'token', type: 'text', valueOf: ({ token }) => token ?? null },
  { name: 'launch_at', type: 'instant', valueOf: (drop) => drop.launch_at ?? null },
  { name: 'claim_opens_at', type: 'instant', valueOf: ({ claim }) => claim?.opens_at ?? null },
  { name: 'claim_closes_at', type: 'instant', valueOf: ({ claim }) => claim?.closes_at ?? null },
  { name: 'claim_state', type: 'text', valueOf: ({ claim }) => claim?.state ?? 'unknown' },
  { name: 'tokens', type: 'text', valueOf: ({ tokens }) => tokens ?? null },
  { name: 'wallets', type: 'integer', valueOf: ({ wallets }) => wallets ?? null },
  { name: 'distribution_method', type: 'text', valueOf: ({ distribution }) => distribution?.method ?? null },
  { name: 'checker_url', type: 'text', valueOf: ({ distribution }) => distribution?.checker?.url ?? null },
  { name: 'checker_kind', type: 'text', valueOf: ({ distribution }) => distribution?.checker?.kind ?? null },
  { name: 'checker_list', type: 'text', valueOf: ({ distribution }) => distribution?.checker?.list ?? null },
];

const CURRENT_DROP_COLUMNS: readonly Column<Drop>[] = [
  ...DROP_COLUMNS,
  { name: 'updated_at', type: 'instant', valueOf: (drop) => drop.updated_at },
];

/** Members of a signal beside `value`, with the types of their columns. */
const SIGNAL_MEMBERS = {
  contribution: 'double',
  weight: 'double',
  freshness: 'double',
  mean: 'double',
  level: 'double',
  momentum: 'double',
  normalized: 'double',
  status: 'text',
} as const satisfies Readonly<Record<Exclude<keyof HypeSignalPoint, 'value'>, ColumnType>>;

type SignalMember = keyof typeof SIGNAL_MEMBERS;

/** Columns of a signal: its value under its id, and members under `<id>_<member>`; null without a reading. */
const signalColumns = (id: HypeSignalId, members: readonly SignalMember[]): Column<HypeHistoryPoint>[] => [
  { name: id, type: 'double', valueOf: ({ signals }) => signals[id]?.value ?? null },
  ...members.map((member): Column<HypeHistoryPoint> => ({
    name: `${id}_${member}`,
    type: SIGNAL_MEMBERS[member],
    valueOf: ({ signals }) => signals[id]?.[member] ?? null,
  })),
];

const pointColumns = (members: readonly SignalMember[]): readonly Column<HypeHistoryPoint>[] => [
  { name: 't', type: 'instant', valueOf: ({ t }) => t },
  { name: 'recorded_at', type: 'instant', valueOf: (point) => point.recorded_at },
  { name: 'score', type: 'integer', valueOf: ({ score }) => score },
  { name: 'confidence', type: 'double', valueOf: ({ confidence }) => confidence },
  { name: 'prior', type: 'double', valueOf: ({ prior }) => prior },
  { name: 'momentum', type: 'integer', valueOf: ({ momentum }) => momentum },
  { name: 'ruleset', type: 'text', valueOf: ({ ruleset }) => ruleset },
  ...HYPE_SIGNALS.flatMap((id) => signalColumns(id, members)),
];

/** Columns of a hype point with all members of its signals. */
export const POINT_COLUMNS = pointColumns(Object.keys(SIGNAL_MEMBERS) as SignalMember[]);

/** An index is a double: it can exceed 64 bits. */
const ALLOCATION_COLUMNS: readonly Column<AllocationRow>[] = [
  { name: 'wallet', type: 'text', valueOf: ({ wallet }) => wallet, unique: 'sorted' },
  { name: 'amount', type: 'text', valueOf: ({ amount }) => amount, unique: 'unsorted' },
  { name: 'index', type: 'double', valueOf: ({ index }) => index },
  {
    name: 'breakdown',
    type: 'text',
    valueOf: ({ breakdown }) => (breakdown.length === 0 ? null : JSON.stringify(breakdown)),
  },
  {
    name: 'tokens',
    type: 'text',
    valueOf: ({ tokens }) => (tokens === undefined ? null : JSON.stringify(tokens)),
  },
];

/** Amount in whole tokens, as the nearest double; null while the decimals are unknown. */
const amountInTokens = (decimals: number | null): Column<AllocationRow> => ({
  name: 'amount_tokens',
  type: 'double',
  valueOf: ({ amount, tokens }) =>
    decimals === null || tokens !== undefined ? null : Number(`${amount}e-${decimals}`),
  unique: 'unsorted',
});

/** Columns of the rows of a kind. The rows must be of that kind. */
type Columns = readonly Column<never>[];

/** Columns of CSV. */
export const CSV_COLUMNS: Readonly<Record<SnapshotKind, Columns>> = {
  drops: CURRENT_DROP_COLUMNS,
  hype: pointColumns(['contribution']),
  allocations: ALLOCATION_COLUMNS,
};

/** Columns of Parquet. @param decimals - of the token of an allocation list; null while unknown. */
export function parquetColumns(kind: SnapshotKind, decimals: number | null): Columns {
  if (kind === 'drops') return CURRENT_DROP_COLUMNS;
  if (kind === 'hype') return POINT_COLUMNS;
  const [wallet, amount, ...others] = ALLOCATION_COLUMNS as [Column<AllocationRow>, Column<AllocationRow>];
  return [wallet, amount, amountInTokens(decimals), ...others];
}
