import { checkClaim } from './check-claim';
import { checkEvents } from './check-events';
import { checkSnapshot } from './check-snapshot';
import { checkSources } from './check-sources';
import { type Finding, type Path, quote } from './fault';
import { isRecord } from './raw-drop';

const RANGES = ['fdv_usd', 'supply_share', 'eligible_wallets'] as const;
const SINGLE_FACTS = ['chain', 'status'] as const;
const FACT_GROUPS = ['token', 'snapshot', 'distribution', 'claim', 'value', 'cost', 'effort'] as const;

/**
 * Errors that the schema cannot detect. Skips parts of the wrong form, so that it also runs on data that the schema
 * rejects, and all errors are reported together.
 *
 * @param data - data of a file, valid or not.
 * @param name - name of the file without extension, which must be the id of the drop.
 */
export function checkDrop(data: unknown, name: string): Finding[] {
  if (!isRecord(data)) return [];
  const { id } = data;
  const misnamed = typeof id === 'string' && id !== name;
  return [
    ...(misnamed ? [found(['id'], `must be the name of the file, ${quote(name)}`)] : []),
    ...checkSnapshot(data['snapshot'], data['events']),
    ...checkClaim(data['claim'], data['token']),
    ...checkSources(data['sources']),
    ...checkEvents(data['events']),
    ...checkRanges(data['value']),
    ...checkUndatable(data),
  ];
}

function checkRanges(value: unknown): Finding[] {
  if (!isRecord(value)) return [];
  return RANGES.flatMap((name) => {
    const fact = value[name];
    const range = isRecord(fact) ? fact['value'] : fact;
    if (!Array.isArray(range) || range.length !== 2) return [];
    const [p10, p90]: unknown[] = range;
    if (typeof p10 !== 'number' || typeof p90 !== 'number' || p10 <= p90) return [];
    return [found(isRecord(fact) ? ['value', name, 'value'] : ['value', name], 'p10 must not be above p90')];
  });
}

/** Errors for an `at` without a source. */
function checkUndatable(data: Readonly<Record<string, unknown>>): Finding[] {
  if (data['source'] !== undefined) return [];
  const events = Array.isArray(data['events']) ? data['events'] : [];
  const groups = FACT_GROUPS.flatMap((name) => {
    const group = data[name];
    if (!isRecord(group) || group['source'] !== undefined) return [];
    const facts = Object.entries(group).flatMap(([key, fact]) => undatable(fact, [name, key]));
    return [...undatable(group, [name]), ...facts];
  });
  return [
    ...undatable(data, []),
    ...SINGLE_FACTS.flatMap((name) => undatable(data[name], [name])),
    ...groups,
    ...events.flatMap((event, index) => undatable(event, ['events', index])),
  ];
}

function undatable(holder: unknown, path: Path): Finding[] {
  if (!isRecord(holder) || holder['at'] === undefined || holder['source'] !== undefined) return [];
  return [{ path: [...path, 'at'], on: 'key', message: 'requires a source' }];
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
