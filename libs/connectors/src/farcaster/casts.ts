import { z } from 'zod';
import type { AuthoredPost } from '../authors/unique-authors';
import { SourceError } from '../source.error';

/** One page of casts. */
export interface CastsPage {
  readonly casts: readonly AuthoredPost[];
  /** Asks for the next page; null on the last. */
  readonly nextPageToken: string | null;
}

/** Farcaster counts seconds since 2021-01-01T00:00:00Z. */
export const FARCASTER_EPOCH_MS = Date.UTC(2021, 0, 1);
/** Asked for of each page; a hub that keeps its casts in several shards answers with as many of each. */
export const CASTS_PER_PAGE = 500;
const MESSAGES_MAX = 20 * CASTS_PER_PAGE;

const messages = z.object({
  messages: z
    .array(
      z.object({
        data: z.object({
          type: z.string(),
          fid: z.int().nonnegative(),
          timestamp: z.int().nonnegative(),
          castAddBody: z.object({ text: z.string().default('') }).nullish(),
        }),
      }),
    )
    .max(MESSAGES_MAX),
  nextPageToken: z.string().max(4_096).nullish(),
});

/** Reads one page of casts by mention or by parent; what is no cast is left out. */
export function castsPage(body: unknown): CastsPage {
  const page = messages.safeParse(body);
  if (!page.success) throw new SourceError('wrong_shape', 'Farcaster: not a page of messages');
  const casts = page.data.messages.flatMap(({ data: { type, fid, timestamp, castAddBody } }) =>
    type === 'MESSAGE_TYPE_CAST_ADD'
      ? [{ author: String(fid), text: castAddBody?.text ?? '', atMs: FARCASTER_EPOCH_MS + timestamp * 1_000 }]
      : [],
  );
  return { casts, nextPageToken: page.data.nextPageToken || null };
}

/** Whether casts come oldest first: then the first page says nothing of today. */
export function isOldestFirst(casts: readonly AuthoredPost[]): boolean {
  let later = 0;
  let earlier = 0;
  casts.forEach(({ atMs }, index) => {
    const beforeMs = casts[index - 1]?.atMs ?? atMs;
    if (atMs > beforeMs) later += 1;
    if (atMs < beforeMs) earlier += 1;
  });
  return later > earlier;
}
