import {
  ApiError,
  AuthenticationError,
  DroptrackError,
  NotFoundError,
  PlanRequiredError,
  RateLimitError,
} from '@droptrack/sdk';
import type { ComponentChildren } from 'preact';
import { FAILURE_SENTENCES } from '../api/api-failure';
import { formatSeconds } from '../parts/format';
import { Notice } from '../parts/marks';
import { Name, plainName } from '../parts/name';
import type { PageRequest, PageView } from './page';

/** Waits that a page suggests when the API states none, in seconds. */
const RETRY_SECONDS = { limit: 10, outage: 5, operator: 60 } as const;

/** The page of a path that no page has. */
export const notFoundPage = (): PageView =>
  messagePage(404, 'Not found', 'This page does not exist', <p>{allDrops('Look for a drop in the list')}</p>);

/**
 * The page of an error that a page did not handle: a sentence about the cause and what to do.
 *
 * @param request - for the drop that it names.
 */
export function errorPage(error: unknown, request?: Pick<PageRequest, 'params' | 'path'>): PageView {
  const id = request?.params['id'];
  if (error instanceof ApiError) {
    if (error.code === 'drop_archived' && id !== undefined) return archivedPage(id);
    if (error.code === 'drop_not_found' && id !== undefined) return unknownDropPage(id);
    return apiErrorPage(error, request?.path ?? '/');
  }
  if (error instanceof DroptrackError) {
    return messagePage(
      503,
      'Not available',
      FAILURE_SENTENCES.outage,
      <p>Nothing is wrong with your request. Reload the page in {RETRY_SECONDS.outage} seconds.</p>,
      RETRY_SECONDS.outage,
    );
  }
  return messagePage(500, 'Error', 'This page failed', <p>Reload it, or go back to {allDrops('all drops')}.</p>);
}

function apiErrorPage(error: ApiError, path: string): PageView {
  if (error instanceof NotFoundError) return notFoundPage();
  if (error instanceof RateLimitError) {
    const seconds = error.retryAfterSeconds ?? RETRY_SECONDS.limit;
    return messagePage(
      503,
      'Too many requests',
      FAILURE_SENTENCES.limit,
      <p>Reload the page in {formatSeconds(seconds)}.</p>,
      seconds,
    );
  }
  if (error instanceof AuthenticationError || error instanceof PlanRequiredError) {
    const cause =
      error instanceof PlanRequiredError
        ? 'The API key of this site does not include this page'
        : 'The API rejects the key of this site';
    return messagePage(503, 'Not available', cause, <p>Its operator has to renew it.</p>, RETRY_SECONDS.operator);
  }
  if (error.status === 400 || error.status === 422) {
    const rest = (
      <p>
        Open <a href={path}>this page without its options</a>, or go to {allDrops('all drops')}.
      </p>
    );
    return messagePage(400, 'Not valid', 'A value in this address is not valid', rest);
  }
  const seconds = error.retryAfterSeconds ?? RETRY_SECONDS.outage;
  const rest = <p>Nothing is wrong with your request. Reload the page in {formatSeconds(seconds)}.</p>;
  return messagePage(503, 'Not available', FAILURE_SENTENCES.trouble, rest, seconds);
}

/** The page of a visitor whose network has reached a limit of this site. */
export const limitPage = (seconds: number): PageView =>
  messagePage(
    429,
    'Too many requests',
    'Your network has reached the limit of this site',
    <p>Try again in {formatSeconds(seconds)}. The limit protects the site for all visitors.</p>,
    seconds,
  );

/** The page of a visitor who comes when too many pages wait for their turn. */
export const busyPage = (): PageView =>
  messagePage(
    503,
    'Busy',
    'Too many visitors read this site at once',
    <p>Try again in {formatSeconds(BUSY_SECONDS)}.</p>,
    BUSY_SECONDS,
  );

/** Time in which the queue of pages usually empties. */
const BUSY_SECONDS = 5;

/** The page of a visitor whose page has waited too long for its turn: those before it wait for the API. */
export const latePage = (): PageView =>
  messagePage(
    503,
    'Not available',
    'The API takes too long to respond',
    <p>Nothing is wrong with your request. Reload the page in {BUSY_SECONDS} seconds.</p>,
    BUSY_SECONDS,
  );

/** The page of a form that another site sent. */
export const foreignFormPage = (): PageView =>
  messagePage(
    403,
    'Not accepted',
    'This form came from another site',
    <p>
      Enter the wallet on <a href="/check">the page of this site</a>.
    </p>,
  );

/** Titles and sentences of requests that are rejected, by status. */
const REJECTIONS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['Not valid', 'This address or form cannot be read'],
  405: ['Not possible', 'This page accepts no such request'],
  413: ['Too large', 'This form is longer than a wallet and a drop'],
  414: ['Too long', 'This address is too long'],
  415: ['Not accepted', 'This page accepts forms of this site only'],
};

/** The page of a request that was rejected before any page saw it. @param status - 4xx or 5xx. */
export function requestErrorPage(status: number): PageView {
  const [title, sentence] = REJECTIONS[status] ?? (status < 500 ? REJECTIONS[400] : undefined) ?? [];
  if (title === undefined || sentence === undefined) return errorPage(null);
  return messagePage(status, title, sentence, <p>Go to {allDrops('all drops')}.</p>);
}

const unknownDropPage = (id: string): PageView => {
  const name = plainName(id, 60);
  const rest = (
    <p>
      <a href={`/?${new URLSearchParams({ q: name })}`}>Search for it</a>, or go to {allDrops('all drops')}.
    </p>
  );
  const title = (
    <>
      No drop is called “<Name text={name} />”
    </>
  );
  return messagePage(404, 'Not found', title, rest);
};

const archivedPage = (id: string): PageView => {
  const title = (
    <>
      The drop “<Name text={id} charactersMax={60} />” is archived
    </>
  );
  const rest = (
    <p>
      It is no longer tracked. Its history stays in the exports of the API, and past states can still be read with{' '}
      <code>as_of</code>. Go to {allDrops('all drops')}.
    </p>
  );
  return messagePage(410, 'Archived', title, rest);
};

const allDrops = (text: string): ComponentChildren => <a href="/">{text}</a>;

const messagePage = (
  status: number,
  title: string,
  sentence: ComponentChildren,
  rest: ComponentChildren,
  retryAfterSeconds?: number,
): PageView => ({
  status,
  title,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  content: (
    <>
      <h1>{title}</h1>
      <Notice tone={status >= 429 ? 'warn' : 'plain'} title={sentence}>
        {rest}
      </Notice>
    </>
  ),
});
