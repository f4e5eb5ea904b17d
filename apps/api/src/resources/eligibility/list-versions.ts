import type { ListEntry } from '@droptrack/catalogue';
import { ListRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CurrentView } from '../../catalogue/current-view';
import { LogDatabase } from '../../catalogue/log-database';
import { DomainError } from '../../platform/errors/domain-error';
import { withDeadline } from './deadline';
import { ListReplacedError, LOOKUP_MS_MAX } from './list-lookups';

const VERSIONS_MAX = 1_000;
/** The rows of a version never change; the URL of a version that is active again can. */
const CACHED_MS = 60_000;

/** Former versions of the unnamed allocation lists. */
@Injectable()
export class ListVersions {
  readonly #versions = new LRUCache<string, { readonly list: ListEntry; readonly recordedAtMs: number }>({
    max: VERSIONS_MAX,
    ttl: CACHED_MS,
  });

  constructor(private readonly db: LogDatabase) {}

  /**
   * Runs a check with a version of the list of a drop, active or not, that was activated up to the instant of the view.
   *
   * @throws {DomainError} `list_not_found` if there is none, or if its rows are deleted; and what `check` throws.
   * @throws {UnavailableError}
   */
  async use<Result>(
    current: CurrentView,
    drop: string,
    version: number,
    check: (list: ListEntry) => Promise<Result>,
  ): Promise<Result> {
    const list = await withDeadline(this.#find(current, drop, version), LOOKUP_MS_MAX);
    if (list === null) throw versionNotFound(drop, version);
    try {
      return await check(list);
    } catch (error) {
      if (!(error instanceof ListReplacedError)) throw error;
      throw notFound(`The rows of version ${version} of the allocation list of "${drop}" are deleted`);
    }
  }

  async #find(current: CurrentView, drop: string, version: number): Promise<ListEntry | null> {
    const active = current.view.list(drop, 'allocation');
    if (active?.version === version) return active;
    const id = `${drop} ${version}`;
    const cached = this.#versions.get(id);
    // The view of another plan may be of an instant before the activation.
    if (cached !== undefined && cached.recordedAtMs <= current.asOfMs) return cached.list;
    const key = { dropId: drop, kind: 'allocation', name: '' } as const;
    const found = await new ListRepository(this.db).findLoggedVersion(key, version, current.asOfMs);
    if (found !== null) this.#versions.set(id, found);
    return found?.list ?? null;
  }
}

/** The version of the list does not exist. */
export const versionNotFound = (drop: string, version: number): DomainError =>
  notFound(`The drop "${drop}" has no version ${version} of its allocation list`);

const notFound = (detail: string): DomainError => new DomainError('list_not_found', detail);
