import { LRUCache } from 'lru-cache';
import type { Document } from './document';

/** Age up to which a page is sent again, in milliseconds. */
const FRESH_MS = 5_000;
/** Maximum size of all stored pages without compression, in bytes; with their codings they take about a third more. */
const BYTES_MAX = 8_000_000;

/** A stored page. */
interface StoredPage {
  readonly document: Document;
  readonly storedAtMs: number;
}

/**
 * Pages by path and query. Requests for a page that is being rendered share the result. Only pages that are the same for
 * all visitors are stored.
 */
export class PageCache {
  readonly #stored: LRUCache<string, StoredPage>;
  readonly #pending = new Map<string, Promise<Document>>();

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

  /** The page of a path and query, rendered if there is no fresh one. */
  async get(target: string, render: () => Promise<Document>): Promise<Document> {
    const stored = this.#stored.get(target);
    if (stored !== undefined && this.nowMs() - stored.storedAtMs < FRESH_MS) return stored.document;
    let pending = this.#pending.get(target);
    if (pending === undefined) {
      pending = this.#render(target, render).finally(() => this.#pending.delete(target));
      this.#pending.set(target, pending);
    }
    return pending;
  }

  async #render(target: string, render: () => Promise<Document>): Promise<Document> {
    // The data of the page are read after this: none of them is older than its age.
    const storedAtMs = this.nowMs();
    const document = await render();
    if (document.isShared) this.#stored.set(target, { document, storedAtMs });
    return document;
  }
}
