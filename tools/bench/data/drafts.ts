import { deriveDrop, deriveHype } from '@droptrack/catalogue';
import type { RevisionDraft } from '@droptrack/persistence';
import { madeUpDrops } from './drops';

/** What the log would say of made-up drops, one draft each. */
export function createDrafts(count: number, nowMs: number): RevisionDraft[] {
  return madeUpDrops(0, count, nowMs).map((definition) => ({
    entity: 'drop',
    id: definition.id,
    body: deriveDrop(definition, {
      atMs: nowMs,
      hype: { score: deriveHype(definition, {}, nowMs).score, delta7d: 0 },
      published: null,
    }),
    cause: 'catalogue',
  }));
}
