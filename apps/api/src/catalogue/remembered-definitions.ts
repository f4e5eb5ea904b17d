import type { DefinitionBody, Revision } from '@droptrack/catalogue';
import { LRUCache } from 'lru-cache';

/** Drops whose definitions are kept: some 10 KB each. */
const DROPS_MAX = 2_000;
/** Of one drop the last that are kept: the late view is a minute behind the live one, and few change twice in it. */
const VERSIONS_MAX = 4;

/** What was stated of a drop from one revision of the log on. */
interface Version {
  readonly seq: number;
  /** Null once the drop is archived. */
  readonly body: DefinitionBody | null;
}

/**
 * What drops are made from, for those that were asked about lately: no view holds definitions, and a check needs one.
 *
 * Of a drop it knows each revision from the oldest it keeps on, for all that is appended to the log passes by here. So
 * what it gives for a view is what the log says as of that view's last revision; else it gives nothing.
 */
export class RememberedDefinitions {
  /** Without gaps, the oldest first. */
  readonly #versions: LRUCache<string, Version[]>;
  /** The last revision that passed by, for each drop of which one did. */
  readonly #lastSeqs = new Map<string, number>();

  /** @param dropsMax - how many drops are kept. */
  constructor(dropsMax: number = DROPS_MAX) {
    this.#versions = new LRUCache({ max: dropsMax });
  }

  /** Takes note of what was appended to the log: all of it, in order. */
  appended(revisions: readonly Revision[]): void {
    for (const { entity, id, seq, body } of revisions) {
      if (entity !== 'definition') continue;
      this.#lastSeqs.set(id, seq);
      const versions = this.#versions.peek(id);
      if (versions === undefined) continue;
      versions.push({ seq, body: body as DefinitionBody | null }); // By its entity.
      if (versions.length > VERSIONS_MAX) versions.shift();
    }
  }

  /** What a view shows of a drop was made from this; undefined where that is not known here. */
  find(id: string, viewSeq: number): DefinitionBody | null | undefined {
    return this.#versions.get(id)?.findLast(({ seq }) => seq <= viewSeq)?.body;
  }

  /** Keeps what was read from the log, unless a later revision has passed by since, or more is known already. */
  keep({ id, seq, body }: Revision): void {
    if ((this.#lastSeqs.get(id) ?? 0) > seq || this.#versions.has(id)) return;
    this.#versions.set(id, [{ seq, body: body as DefinitionBody | null }]); // Only definitions are given.
  }
}
