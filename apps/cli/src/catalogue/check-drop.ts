import { checkClaim } from './check-claim';
import { checkEvents } from './check-events';
import { checkSnapshot } from './check-snapshot';
import { checkSources } from './check-sources';
import { type Finding, type Path, quote } from './fault';
import { isRecord } from './record';

const RANGES = ['fdv_usd', 'supply_share', 'eligible_wallets'] as const;
const SINGLE_FACTS = ['chain', 'status'] as const;
const FACT_GROUPS = ['token', 'snapshot', 'distribution', 'claim', 'value', 'cost', 'effort'] as const;

/**
 * Finds what the schema cannot say. Looks only at parts that have the right form,
 * so that it may run on data which the schema refuses: all faults at once.
 *
 * @param data - a file's data, checked or not.
 * @param name - the file's name without its ending, which must be the drop's id.
 */
export function checkDrop(data: unknown, name: string): Finding[] {
  if (!isRecord(data)) return [];
  const { id } = data;
  const misnamed = typeof id === 'string' && id !== name;
  return [
    ...(misnamed ? [found(['id'], `must be the file's name, ${quote(name)}`)] : []),
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

/** A date of a source where there is no source that it could date. */
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
  return [{ path: [...path, 'at'], on: 'key', message: 'dates a source, and no source is given' }];
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });
