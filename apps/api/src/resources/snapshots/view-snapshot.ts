import type { CatalogueView } from '@droptrack/catalogue';
import type { TakeLines } from './snapshot';

/** Drops that are sent at once: well below a millisecond of work, so that other requests get their turn. */
const CHUNK_ROWS = 100;

/**
 * The drops of a view, by id. A view never changes, so what is sent is one state, however long it takes.
 *
 * @param after - only ids behind this one; null for all.
 */
export async function sendView(
  { byId }: CatalogueView['drops'],
  after: string | null,
  take: TakeLines,
  signal: AbortSignal,
): Promise<void> {
  let [text, rows] = ['', 0];
  for (const { id, json } of byId) {
    if (json === null || (after !== null && id <= after)) continue;
    text += `${json}\n`;
    rows += 1;
    if (rows < CHUNK_ROWS) continue;
    signal.throwIfAborted();
    await take(text, rows);
    [text, rows] = ['', 0];
  }
  if (rows > 0) await take(text, rows);
}
