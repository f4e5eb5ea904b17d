import { type ApplyReport, applyDefinitions, type Database } from '@droptrack/persistence';
import type { DropDefinition } from '@droptrack/catalogue';
import { madeUpDrops } from '../../bench/data/drops';

const ORIGIN = 'instances';

/** Makes the catalogue say this of some drops. @returns when it is committed. */
export function applyDrops(db: Database, definitions: readonly DropDefinition[]): Promise<ApplyReport> {
  return applyDefinitions(db, { origin: ORIGIN, definitions, nowMs: Date.now() });
}

/** @throws {RangeError} */
export function madeUpDrop(number: number): DropDefinition {
  const [drop] = madeUpDrops(number, 1, Date.now());
  if (drop === undefined) throw new RangeError('no such drop');
  return drop;
}
