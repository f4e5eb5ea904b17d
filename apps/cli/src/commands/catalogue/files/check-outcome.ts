import { isDayOrFiner, isDistribution, payoutOpensMs } from '@droptrack/catalogue';
import { factOf, sourceOfFact } from './amounts';
import { checkSourceOf } from './check-figures';
import { precisionOf } from './check-calendar';
import type { Finding, Path } from './fault';
import { parseInstant, periodStart } from './instants';
import { isRecord } from './raw-drop';

const DAY_MS = 86_400_000;

/** Facts of an outcome with their day after the start; null for one that can have any later day. */
const FACTS: Readonly<Record<string, number | null>> = {
  opening_usd: 0,
  day_1_usd: 1,
  day_7_usd: 7,
  day_30_usd: 30,
  day_90_usd: 90,
  high_usd: null,
  claimed_share: null,
};
const PRICES = Object.keys(FACTS).filter((name) => name.endsWith('_usd'));

/** A fact of an outcome that the file states. */
interface StatedFact {
  readonly name: string;
  readonly value: unknown;
  readonly path: Path;
}

/**
 * Errors of an outcome: a fact without a page or a day, of a day before wallets could have the tokens, or of another day than its
 * name says; and a highest price below another one.
 */
export function checkOutcome(data: Readonly<Record<string, unknown>>): Finding[] {
  const stated = Object.keys(FACTS).flatMap((name): StatedFact[] => {
    const [value, path] = factOf(data, 'outcome', name);
    return value === null || value === undefined ? [] : [{ name, value, path }];
  });
  if (stated.length === 0) return [];
  const startMs = startOf(data['events']);
  const noStart = 'requires a confirmed event of type tge or claim, or a phase named Distribution, whose day is known';
  return [
    ...stated.flatMap(({ name, path }) => checkSourceOf(data, 'outcome', name, path)),
    ...(startMs === null
      ? [{ path: ['outcome'], on: 'key' as const, message: noStart }]
      : stated.flatMap((fact) => checkDay(data, fact, startMs))),
    ...checkHigh(stated),
  ];
}

/** First instant of the day from which wallets could have the tokens; null while unknown. */
function startOf(events: unknown): number | null {
  if (!Array.isArray(events)) return null;
  const startsOf = (isOfKind: (event: RawEvent) => boolean) =>
    events.flatMap((event: unknown) => startOfCertain(event, isOfKind) ?? []);
  const opensMs = payoutOpensMs(startsOf(isLaunch), startsOf(isPayout));
  return opensMs === null ? null : periodStart(opensMs, 'day');
}

type RawEvent = Readonly<Record<string, unknown>>;

const isLaunch = (event: RawEvent): boolean => event['type'] === 'tge';
const isPayout = (event: RawEvent): boolean =>
  event['type'] === 'claim' || isDistribution({ type: event['type'], phase: event['phase'] });

/** Start of a confirmed event of a kind whose day is known; null for any other one. */
function startOfCertain(event: unknown, isOfKind: (event: RawEvent) => boolean): number | null {
  if (!isRecord(event) || !isOfKind(event) || (event['status'] ?? 'confirmed') !== 'confirmed') return null;
  const precision = precisionOf(event);
  const start = event['starts_at'];
  return precision === null || !isDayOrFiner(precision) || typeof start !== 'string' ? null : parseInstant(start);
}

function checkDay(data: Readonly<Record<string, unknown>>, { name, path }: StatedFact, startMs: number): Finding[] {
  const at = sourceOfFact(data, 'outcome', name)?.at ?? null;
  const atMs = at === null ? null : parseInstant(at);
  if (atMs === null) return [];
  const after = FACTS[name] ?? null;
  const fact = isRecord(data['outcome']) ? data['outcome'][name] : null;
  const place = isRecord(fact) && fact['at'] !== undefined ? ['outcome', name, 'at'] : path;
  if (atMs < startMs)
    return [found(place, `must not be before ${dayOf(startMs)}, when wallets could first have tokens`)];
  if (after === null || atMs === startMs + after * DAY_MS) return [];
  return [
    found(place, `must be ${dayOf(startMs + after * DAY_MS)}, ${after} days after wallets could first have tokens`),
  ];
}

function checkHigh(stated: readonly StatedFact[]): Finding[] {
  const high = stated.find(({ name }) => name === 'high_usd');
  if (typeof high?.value !== 'number') return [];
  const { value: highest, path } = high;
  const above = stated.find(({ name, value }) => PRICES.includes(name) && typeof value === 'number' && value > highest);
  return above === undefined ? [] : [found(path, `must not be below ${above.name}, ${String(above.value)}`)];
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
