import { SOURCE_IDS, sourceQueryViolation } from '@droptrack/connectors';
import { type Finding, quote } from './fault';
import { nearMiss } from './near-miss';
import { isRecord } from './raw-drop';

/** Errors of `sources`: unknown sources and invalid queries. */
export function checkSources(sources: unknown): Finding[] {
  if (!isRecord(sources)) return [];
  return Object.entries(sources).flatMap(([name, stated]): Finding[] => {
    const source = SOURCE_IDS.find((id) => id === name);
    const path = ['sources', name];
    if (source === undefined) return [{ path, on: 'key', message: describeUnknown(name) }];
    if (stated === false) return [];
    const fault = sourceQueryViolation(source, stated);
    return fault === null ? [] : [{ path, on: 'value', message: `${fault}, or false` }];
  });
}

function describeUnknown(name: string): string {
  const meant = nearMiss(name, SOURCE_IDS);
  const known = meant === null ? `known sources are ${SOURCE_IDS.join(', ')}` : `did you mean ${quote(meant)}?`;
  return `unknown source ${quote(name)}; ${known}`;
}
