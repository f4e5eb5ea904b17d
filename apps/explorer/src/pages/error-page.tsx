import { ApiError, AuthenticationError, DroptrackError, NotFoundError, RateLimitError } from '@droptrack/sdk';
import { Notice } from '../parts/marks';
import type { PageView } from '../server/page';

/** The page of a path that no page has. */
export const notFoundPage = (): PageView => ({
  status: 404,
  title: 'Not found',
  content: (
    <>
      <h1>Not found</h1>
      <Notice title="This page does not exist">
        <p>
          Look for a drop in the <a href="/">list of all drops</a>.
        </p>
      </Notice>
    </>
  ),
});

/** The page of an error that a page did not handle: a sentence about the cause and what to do. */
export function errorPage(error: unknown): PageView {
  if (error instanceof NotFoundError) return notFoundPage();
  if (error instanceof RateLimitError) {
    return unavailable(429, 'Too many requests', 'The explorer has reached the limit of its API key.', 10);
  }
  if (error instanceof AuthenticationError) {
    return unavailable(
      503,
      'Not available',
      'The API rejects the key of this explorer. Its operator must renew it.',
      60,
    );
  }
  if (error instanceof ApiError && error.status === 410) return archivedPage();
  if (error instanceof DroptrackError) {
    return unavailable(503, 'Not available', 'The API does not respond. Reload the page in a few seconds.', 5);
  }
  return unavailable(500, 'Error', 'This page failed. Reload it, or go back to the list of drops.', 5);
}

const archivedPage = (): PageView => ({
  status: 410,
  title: 'Archived',
  content: (
    <>
      <h1>Archived</h1>
      <Notice title="This drop is no longer tracked">
        <p>
          Its history stays in exports of the API. <a href="/">All current drops</a>
        </p>
      </Notice>
    </>
  ),
});

const unavailable = (status: number, title: string, sentence: string, retryAfterSeconds: number): PageView => ({
  status,
  title,
  retryAfterSeconds,
  content: (
    <>
      <h1>{title}</h1>
      <Notice tone="warn" title={sentence} />
    </>
  ),
});
