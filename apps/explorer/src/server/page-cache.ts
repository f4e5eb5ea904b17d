import { LRUCache } from 'lru-cache';
import type { Document } from './document';

/** Age up to which a page is sent again, in milliseconds. */
const FRESH_MS = 5_000;
/** Maximum size of all stored pages without compression, in bytes; with their codings they take about a third more. */
const BYTES_MAX = 8_000_000;

/** A stored page. */
export interface StoredPage {
  readonly document: Document;
  /** Template of its route. */
  readonly route: string;
  readonly storedAtMs: number;
}

/** Path and query of a page, and the template of its route. */
interface PageAddress {
  readonly target: string;
  readonly route: string;
}

/** A page that is being rendered, or waits for its turn. */
interface PendingPage {
  readonly document: Promise<Document>;
  /** One function per request for it. */
  readonly isWaiting: (() => boolean)[];
}

/** A page that is to be rendered. */
export interface DuePage {
  /** True if it was rendered before, so that the API has probably nothing to do but to confirm its data. */
  readonly isKnown: boolean;
  /** To be called when its turn comes; false if all its visitors have left meanwhile. */
  readonly begin: () => boolean;
}

/** Renders a page in its turn. */
export type RenderInTurn = (page: DuePage) => Promise<Document>;

/**
 * Pages by path and query. Requests for a page that is being rendered share the result. Only pages that are the same for
 * all visitors are stored.
 */
export class PageCache {
  readonly #stored: LRUCache<string, StoredPage>;
  readonly #pending = new Map<string, PendingPage>();

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(
    private readonly nowMs: () => number,
    bytesMax = BYTES_MAX,
  ) {
    this.#stored = new LRUCache<string, StoredPage>({
      maxSize: bytesMax,
      sizeCalculation: ({ document }, target) => document.bytes + target.length + 1,
    });
  }

  /** The page of a path and query that needs no rendering; null without one. */
  fresh(target: string): StoredPage | null {
    const stored = this.#stored.get(target);
    return stored !== undefined && this.nowMs() - stored.storedAtMs < FRESH_MS ? stored : null;
  }

  /**
   * The page of a path and query, rendered if there is no fresh one.
   *
   * @param isWaiting - true while the visitor waits for it.
   */
  async get(address: PageAddress, isWaiting: () => boolean, render: RenderInTurn): Promise<Document> {
    const { target } = address;
    const stored = this.fresh(target);
    if (stored !== null) return stored.document;
    const pending = this.#pending.get(target);
    if (pending === undefined) return this.#begin(address, isWaiting, render);
    pending.isWaiting.push(isWaiting);
    return pending.document;
  }

  #begin(address: PageAddress, first: () => boolean, render: RenderInTurn): Promise<Document> {
    const { target } = address;
    const isWaiting = [first];
    const document = this.#render(address, isWaiting, render).finally(() => this.#pending.delete(target));
    this.#pending.set(target, { document, isWaiting });
    return document;
  }

  async #render(
    { target, route }: PageAddress,
    isWaiting: readonly (() => boolean)[],
    render: RenderInTurn,
  ): Promise<Document> {
    let storedAtMs = this.nowMs();
    const document = await render({
      isKnown: this.#stored.has(target),
      begin: () => {
        // The data of the page are read after this: none of them is older than its age.
        storedAtMs = this.nowMs();
        return isWaiting.some((is) => is());
      },
    });
    if (document.isShared) this.#stored.set(target, { document, route, storedAtMs });
    return document;
  }
}
