import { LRUCache } from 'lru-cache';
import { busyPage, latePage, limitPage } from '../pages/error-page';
import type { Document } from './document';
import type { PageView } from '../pages/page';
import type { NotRendered } from './render-queue';

/** Stored pages: one per wait in seconds, and those of the queue. */
const PAGES_MAX = 100;

const QUEUE_PAGES: Readonly<Record<NotRendered, () => PageView>> = { busy: busyPage, late: latePage };

/** Pages that visitors receive instead of those that they requested, each rendered once for all of them. */
export class Substitutes {
  readonly #stored = new LRUCache<string, Promise<Document>>({ max: PAGES_MAX });

  /** Page of a visitor whose network has reached its limit. */
  ofLimit(seconds: number, render: (view: PageView) => Promise<Document>): Promise<Document> {
    return this.#get(`limit ${seconds}`, () => render(limitPage(seconds)));
  }

  /** Page of a visitor whose page was not rendered. */
  ofQueue(reason: NotRendered, render: (view: PageView) => Promise<Document>): Promise<Document> {
    return this.#get(reason, () => render(QUEUE_PAGES[reason]()));
  }

  #get(name: string, render: () => Promise<Document>): Promise<Document> {
    const stored = this.#stored.get(name) ?? render();
    this.#stored.set(name, stored);
    return stored;
  }
}
