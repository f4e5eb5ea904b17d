import { type DropDefinition, type EventDefinition, isDayOrFiner, type Provenance } from '@droptrack/catalogue';
import { toUtc } from './instants';
import { mapFact, readFact, resolveSource } from './provenance';
import type { RawDrop } from './raw-drop';

/**
 * The snapshot as the file states it; what it leaves out follows from the calendar, where that has exactly one
 * confirmed snapshot and its day is known. Of several it does not follow which one decides.
 */
export function normaliseSnapshot(
  raw: RawDrop['snapshot'] = {},
  events: readonly EventDefinition[],
  fileSource: Provenance | null,
): DropDefinition['snapshot'] {
  const source = resolveSource(raw, fileSource);
  const block = readFact(raw.block, source);
  const date = mapFact(readFact(raw.date, source), toUtc);
  const [event, ...others] = events.filter(({ type, status }) => type === 'snapshot' && status === 'confirmed');
  if (event === undefined || others.length > 0 || !isDayOrFiner(event.precision)) return { block, date };
  return {
    block: block ?? (event.block === null ? null : { value: event.block, source: event.source }),
    date: date ?? { value: event.startsAt, source: event.source },
  };
}
