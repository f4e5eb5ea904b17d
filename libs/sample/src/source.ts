import type { Provenance } from '@droptrack/catalogue';
import { isoDay, type Life } from './life';

/** What vouches for a fact of a drop, as of a day of its life (0 is the first). */
export function sourceOf({ dropId, startDay }: Life, ageDay: number): Provenance {
  return { kind: 'dataset', url: `https://example.org/sample/${dropId}`, at: isoDay(startDay + ageDay) };
}
