import type { Drop, Page } from '@droptrack/contracts';
import { BenchError } from '../process/bench-error';
import type { ServerProcess } from '../process/server-process';
import type { WalkedCursor } from './query-space';

/** How lists are walked. */
export interface Walk {
  /** Each a query without page size and cursor. */
  readonly lists: readonly string[];
  /** Of each list at most. */
  readonly pages: number;
  /** Rows a page. */
  readonly limit: number;
}

/**
 * Walks lists of drops page by page.
 *
 * @returns the cursors of all pages that were come by, but for those without.
 * @throws {BenchError} when a page does not come, or there is none to go on to in any list.
 */
export async function walkedCursors({ port }: ServerProcess, key: string, walk: Walk): Promise<WalkedCursor[]> {
  const walked: WalkedCursor[] = [];
  for (const list of walk.lists) {
    let query = `${list}&limit=${walk.limit}`;
    for (let page = 0; page < walk.pages; page += 1) {
      const cursor = await nextCursor(`http://127.0.0.1:${port}/v1/drops?${query}`, key);
      if (cursor === null) break;
      walked.push({ list, cursor });
      query = `${list}&limit=${walk.limit}&cursor=${cursor}`;
    }
  }
  if (walked.length === 0) throw new BenchError('No list has a second page');
  return walked;
}

async function nextCursor(url: string, key: string): Promise<string | null> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new BenchError(`${url} answers ${response.status}: ${await response.text()}`);
  return ((await response.json()) as Page<Drop>).next_cursor;
}
