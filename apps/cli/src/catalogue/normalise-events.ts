import type { EventDefinition, Provenance } from '@droptrack/catalogue';
import { toUtc, writtenPrecision } from './instants';
import { resolveSource } from './provenance';
import type { RawEvent } from './raw-drop';

/** An event with its defaults filled in and its times in UTC. */
export function normaliseEvent(raw: RawEvent, fileSource: Provenance | null): EventDefinition {
  const endsAt = raw.ends_at ?? null;
  return {
    key: raw.id,
    type: raw.type,
    title: raw.title,
    startsAt: toUtc(raw.starts_at),
    endsAt: endsAt === null ? null : toUtc(endsAt),
    precision: raw.precision ?? writtenPrecision(raw.starts_at),
    status: raw.status ?? 'confirmed',
    block: raw.block ?? null,
    phase: raw.phase ?? null,
    url: raw.url ?? null,
    source: resolveSource(raw, fileSource),
  };
}
