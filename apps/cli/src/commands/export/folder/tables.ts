import { type CalendarEventBody, claimedShareOf, type DefinitionBody, type DropBody } from '@droptrack/catalogue';
import { HYPE_SIGNALS, type HypeHistoryPoint, type HypeSignalPoint, isPointMeasured } from '@droptrack/contracts';
import type { ExportedClaimHour, ExportedDropPoint, ExportedEvent, ExportedRevision } from '@droptrack/persistence';
import { momentumOf, rulesetOf } from '@droptrack/scoring';
import type { Column } from '../../snapshots/parquet/column';
import { DROP_COLUMNS, POINT_COLUMNS } from '../../snapshots/file/columns';

/** Name of the description of all files of an export. */
export const MANIFEST = 'manifest.json';

/** Revision of an entity with its parsed body; null once it is archived. */
export type RevisionOf<Body> = Omit<ExportedRevision, 'body'> & { readonly body: Body | null };

/** Point of a drop in the form of the API. */
type DropPoint = HypeHistoryPoint & { readonly drop: string };

const LOG_COLUMNS: readonly Column<Pick<ExportedRevision, 'seq' | 'recordedAtMs' | 'cause'>>[] = [
  { name: 'seq', type: 'integer', valueOf: ({ seq }) => seq },
  { name: 'recorded_at', type: 'instant', valueOf: ({ recordedAtMs }) => recordedAtMs },
  { name: 'cause', type: 'text', valueOf: ({ cause }) => cause },
];

/** Columns of the body of a revision; all null once the entity is archived. */
const ofBody = <Body>(columns: readonly Column<Body>[]): Column<RevisionOf<Body>>[] =>
  columns.map(({ valueOf, ...column }) => ({
    ...column,
    valueOf: ({ body }) => (body === null ? null : valueOf(body)),
  }));

const revisionColumns = <Body>(columns: readonly Column<Body>[]): readonly Column<RevisionOf<Body>>[] => [
  ...LOG_COLUMNS,
  { name: 'id', type: 'text', valueOf: ({ id }) => id },
  { name: 'is_archived', type: 'boolean', valueOf: ({ body }) => body === null },
  ...ofBody(columns.filter(({ name }) => name !== 'id')),
];

const CALENDAR_COLUMNS: readonly Column<CalendarEventBody>[] = [
  { name: 'drop', type: 'text', valueOf: ({ drop }) => drop },
  { name: 'drop_name', type: 'text', valueOf: (event) => event.drop_name },
  { name: 'chain', type: 'text', valueOf: ({ chain }) => chain },
  { name: 'type', type: 'text', valueOf: ({ type }) => type },
  { name: 'title', type: 'text', valueOf: ({ title }) => title },
  { name: 'starts_at', type: 'instant', valueOf: (event) => event.starts_at },
  { name: 'ends_at', type: 'instant', valueOf: (event) => event.ends_at },
  { name: 'precision', type: 'text', valueOf: ({ precision }) => precision },
  { name: 'status', type: 'text', valueOf: ({ status }) => status },
  { name: 'block', type: 'integer', valueOf: ({ block }) => block },
  { name: 'phase', type: 'text', valueOf: ({ phase }) => phase },
  { name: 'url', type: 'text', valueOf: ({ url }) => url },
  { name: 'source_kind', type: 'text', valueOf: ({ source }) => source?.kind ?? null },
  { name: 'source_url', type: 'text', valueOf: ({ source }) => source?.url ?? null },
  { name: 'source_observed_at', type: 'instant', valueOf: ({ source }) => source?.observed_at ?? null },
  { name: 'sequence', type: 'integer', valueOf: ({ sequence }) => sequence },
];

/** Method of distribution of a drop with an outcome. */
const methodOfOutcome = ({ outcome, distribution }: DefinitionBody['definition']) =>
  outcome ? (distribution.method?.value ?? null) : null;

/** Outcome in the definition of a drop; all columns are null while nothing of it is known. */
const OUTCOME_COLUMNS: readonly Column<DefinitionBody>[] = [
  { name: 'method', type: 'text', valueOf: ({ definition }) => methodOfOutcome(definition) },
  { name: 'opened_at', type: 'instant', valueOf: ({ definition }) => definition.outcome?.openedAt ?? null },
  { name: 'opening_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.openingUsd?.value ?? null },
  { name: 'day_1_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.day1Usd?.value ?? null },
  { name: 'day_7_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.day7Usd?.value ?? null },
  { name: 'day_30_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.day30Usd?.value ?? null },
  { name: 'day_90_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.day90Usd?.value ?? null },
  { name: 'high_usd', type: 'double', valueOf: ({ definition }) => definition.outcome?.highUsd?.value ?? null },
  { name: 'high_on', type: 'text', valueOf: ({ definition }) => definition.outcome?.highUsd?.source?.at ?? null },
  {
    name: 'claimed_share',
    type: 'double',
    valueOf: ({ definition }) => (definition.outcome ? (claimedShareOf(definition)?.value ?? null) : null),
  },
];

const REVISION_COLUMNS: readonly Column<ExportedRevision>[] = [
  ...LOG_COLUMNS,
  { name: 'entity', type: 'text', valueOf: ({ entity }) => entity },
  { name: 'id', type: 'text', valueOf: ({ id }) => id },
  { name: 'body', type: 'text', valueOf: ({ body }) => body, unique: 'unsorted' },
];

const EVENT_COLUMNS: readonly Column<ExportedEvent>[] = [
  { name: 'id', type: 'text', valueOf: ({ id }) => id, unique: 'unsorted' },
  { name: 'type', type: 'text', valueOf: ({ type }) => type },
  { name: 'seq', type: 'integer', valueOf: ({ seq }) => seq },
  { name: 'recorded_at', type: 'instant', valueOf: ({ recordedAtMs }) => recordedAtMs },
  { name: 'drop', type: 'text', valueOf: ({ dropId }) => dropId },
  { name: 'chain', type: 'text', valueOf: ({ chain }) => chain },
  { name: 'hype_score', type: 'integer', valueOf: ({ hype }) => hype },
  { name: 'body', type: 'text', valueOf: ({ body }) => body, unique: 'unsorted' },
];

const CLAIM_COLUMNS: readonly Column<ExportedClaimHour>[] = [
  { name: 'drop', type: 'text', valueOf: ({ dropId }) => dropId },
  { name: 'list', type: 'text', valueOf: ({ list }) => (list === '' ? null : list) },
  { name: 'contract', type: 'text', valueOf: ({ contract }) => contract },
  { name: 't', type: 'instant', valueOf: ({ hourMs }) => (hourMs === null ? null : new Date(hourMs).toISOString()) },
  { name: 'claims', type: 'integer', valueOf: ({ claims }) => claims },
  { name: 'wallets', type: 'integer', valueOf: ({ wallets }) => wallets },
  { name: 'amount', type: 'text', valueOf: ({ amount }) => amount },
];

/** Columns of the files of an export, by the name of the file. */
export const TABLES = {
  'drops.parquet': revisionColumns<DropBody>(DROP_COLUMNS),
  'calendar.parquet': revisionColumns<CalendarEventBody>(CALENDAR_COLUMNS),
  'outcomes.parquet': revisionColumns<DefinitionBody>(OUTCOME_COLUMNS),
  'points.parquet': [
    { name: 'drop', type: 'text', valueOf: ({ drop }) => drop },
    ...POINT_COLUMNS,
  ] as readonly Column<DropPoint>[],
  'revisions.parquet': REVISION_COLUMNS,
  'events.parquet': EVENT_COLUMNS,
  'claims.parquet': CLAIM_COLUMNS,
  'claims.csv': CLAIM_COLUMNS,
} as const;

/** Point as the API presents it: no score without a reading; momentum is computed by the ruleset of the point, and not stored. */
export function dropPoint({ dropId, hourMs, recordedAtMs, signals, ...point }: ExportedDropPoint): DropPoint {
  const ruleset = rulesetOf(point.ruleset);
  // In the order of summation, as the API rounds a sum of doubles. Older points have no member `mean`.
  const known = HYPE_SIGNALS.filter((id) => signals[id] !== undefined);
  const ordered = Object.fromEntries(known.map((id) => [id, { mean: null, ...signals[id] } as HypeSignalPoint]));
  return {
    drop: dropId,
    t: new Date(hourMs).toISOString(),
    recorded_at: new Date(recordedAtMs).toISOString(),
    momentum: ruleset === null ? null : momentumOf(Object.values(ordered), ruleset.hype),
    signals: ordered,
    ...point,
    score: isPointMeasured({ signals }) ? point.score : null,
  };
}
