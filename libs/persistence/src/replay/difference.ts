import type { HypeSignalPoint } from '@droptrack/contracts';
import type { NewPoint } from '../points/point.repository';
import type { RecordedPoint } from './read';

/** Difference between a stored point and the one computed from its readings. */
export interface ReplayDifference {
  readonly dropId: string;
  /** The hour of the point, milliseconds since the epoch. */
  readonly hourMs: number;
  /** `score`, `signals.tvl_usd.weight`; `point`: present or absent; `ruleset`: unknown to this version. */
  readonly field: string;
  /** Null when absent. */
  readonly stored: number | string | null;
  readonly recomputed: number | string | null;
}

type FieldDifference = Omit<ReplayDifference, 'dropId' | 'hourMs'>;

/** Tolerance between floating-point results of two engines; texts, statuses and the score must be equal. */
const TOLERANCE = 1e-9;

/** Differences between a stored point and a recomputed one. */
export function differencesOf(stored: RecordedPoint, made: NewPoint): FieldDifference[] {
  const found: FieldDifference[] = [];
  const compare = (field: string, before: unknown, now: unknown, isSame: (a: unknown, b: unknown) => boolean) => {
    if (!isSame(before, now)) found.push({ field, stored: shown(before), recomputed: shown(now) });
  };
  compare('score', stored.score, made.score, isEqual);
  compare('confidence', stored.confidence, made.confidence, isNear);
  compare('prior', stored.prior, made.prior, isNear);
  const [before, now] = [new Map(Object.entries(stored.signals ?? {})), new Map(Object.entries(made.signals))];
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const field = `signals.${id}`;
    const [was, is] = [figuresOf(before.get(id)), figuresOf(now.get(id))];
    if (was === null || is === null) compare(field, was?.['value'], is?.['value'], isEqual);
    else for (const name of namesOf(was, is)) compare(`${field}.${name}`, was[name] ?? null, is[name] ?? null, isNear);
  }
  return found;
}

/** Values of one signal in a point, untrusted. An absent one is null: members were added over time. */
type Figures = Readonly<Record<string, unknown>>;

const figuresOf = (signal: HypeSignalPoint | undefined): Figures | null =>
  typeof signal === 'object' && signal !== null ? { ...signal } : null;

const namesOf = (was: Figures, is: Figures): Set<string> => new Set([...Object.keys(was), ...Object.keys(is)]);

const isEqual = (a: unknown, b: unknown): boolean => Object.is(a, b);

const isNear = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= TOLERANCE : isEqual(a, b);

function shown(value: unknown): number | string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
