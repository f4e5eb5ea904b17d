import type { DefinitionBody, Revision } from '@droptrack/catalogue';
import { readRevisionAt, readRevisionsAt, type Sql } from '@droptrack/persistence';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../platform/errors/domain-error';
import type { CurrentView } from './current-view';

/** Maximum number of drops in the cache; a definition takes about 10 KB. */
const DROPS_MAX = 2_000;
/** Cached versions per drop. The delayed view is a minute behind the live one, and few definitions change twice in it. */
const VERSIONS_MAX = 4;

/** Definition of a drop from one revision of the log on. */
interface Version {
  readonly seq: number;
  /** Null once the drop is archived. */
  readonly body: DefinitionBody | null;
}

/**
 * Cache of the definitions that were requested recently: views do not contain definitions, and an eligibility check needs
 * one.
 *
 * It receives every revision of the log, so the versions of a cached drop have no gaps: the version that it returns for a
 * view is the one in the log at the last revision of that view.
 */
export class CachedDefinitions {
  /** Versions by drop, oldest first, without gaps. */
  readonly #versions: LRUCache<string, Version[]>;
  /** Last revision of the definition of each drop since the start of the process. */
  readonly #lastSeqs = new Map<string, number>();

  /** @param dropsMax - maximum number of drops. */
  constructor(dropsMax: number = DROPS_MAX) {
    this.#versions = new LRUCache({ max: dropsMax });
  }

  /** Adds new revisions of the log. Must receive all of them, in order. */
  appended(revisions: readonly Revision[]): void {
    for (const { entity, id, seq, body } of revisions) {
      if (entity !== 'definition') continue;
      this.#lastSeqs.set(id, seq);
      const versions = this.#versions.peek(id);
      if (versions === undefined) continue;
      versions.push({ seq, body: body as DefinitionBody | null }); // Entity `definition`.
      if (versions.length > VERSIONS_MAX) versions.shift();
    }
  }

  /** Definition of a drop as of a view; null for an archived drop, undefined if it is not cached. */
  find(id: string, viewSeq: number): DefinitionBody | null | undefined {
    return this.#versions.get(id)?.findLast(({ seq }) => seq <= viewSeq)?.body;
  }

  /** Caches a revision that was read from the log, unless the drop is cached already or has a later revision. */
  add({ id, seq, body }: Revision): void {
    if ((this.#lastSeqs.get(id) ?? 0) > seq || this.#versions.has(id)) return;
    this.#versions.set(id, [{ seq, body: body as DefinitionBody | null }]); // Entity `definition`.
  }
}

/** Definitions of drops as of a view, from the cache or from the log. */
export class Definitions {
  /** Reads in flight by drop and instant, shared by concurrent checks of the same drop. */
  readonly #reading = new Map<string, Promise<DefinitionBody>>();

  constructor(
    private readonly db: Sql,
    private readonly cached: CachedDefinitions,
  ) {}

  /**
   * Definition of a drop that is in the view; not a promise if it is cached, so that a batch of checks stays synchronous.
   *
   * @throws {UnavailableError} if the database is unavailable, or if the drop is in the view but its definition is not (yet
   *   or any longer) in the log.
   */
  of(id: string, { view, asOfMs }: CurrentView): DefinitionBody | Promise<DefinitionBody> {
    const cached = this.cached.find(id, view.seq);
    if (cached !== undefined) return cached ?? beingChanged();
    const key = `${id} ${asOfMs}`;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = this.#read(id, asOfMs).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  /**
   * Definitions of drops that are in the view, in their order; not a promise if all are cached. Those that are not are read
   * together.
   *
   * @throws {UnavailableError} as {@link of}.
   */
  ofAll(ids: readonly string[], current: CurrentView): readonly DefinitionBody[] | Promise<readonly DefinitionBody[]> {
    const found = ids.map((id) => this.cached.find(id, current.view.seq));
    if (found.includes(null)) return beingChanged();
    if (found.every(isPresent)) return found;
    this.#readTogether(
      ids.filter((id, index) => found[index] === undefined && !this.#reading.has(`${id} ${current.asOfMs}`)),
      current.asOfMs,
    );
    return Promise.all(ids.map((id, index) => found[index] ?? this.of(id, current)));
  }

  /** Starts one read of many definitions, which concurrent checks of each of them share. */
  #readTogether(ids: readonly string[], asOfMs: number): void {
    if (ids.length === 0) return;
    const bodies = readRevisionsAt(this.db, 'definition', ids, asOfMs).then((revisions) => {
      for (const revision of revisions) this.cached.add(revision);
      return new Map(revisions.map(({ id, body }) => [id, body as DefinitionBody | null])); // Entity `definition`.
    });
    for (const id of ids) {
      const key = `${id} ${asOfMs}`;
      this.#reading.set(
        key,
        bodies.then((found) => found.get(id) ?? beingChanged()).finally(() => this.#reading.delete(key)),
      );
    }
  }

  async #read(id: string, asOfMs: number): Promise<DefinitionBody> {
    const revision = await readRevisionAt(this.db, 'definition', id, asOfMs);
    if (revision === null || revision.body === null) return beingChanged();
    this.cached.add(revision);
    return revision.body as DefinitionBody; // Entity `definition`.
  }
}

const isPresent = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

function beingChanged(): never {
  throw new UnavailableError('The drop is being changed');
}
