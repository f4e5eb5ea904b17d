import { Droptrack, type DroptrackOptions } from '../src/index';

/** One turn of a scripted API: an answer, an error to fail with, or what to do with the request. */
export type Turn = Response | Error | ((url: string, init: RequestInit) => Response | Promise<Response>);

export const API_KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

/** A client on an API that answers in turn; it notes every request, and how long it was waited on. */
export function scripted(turns: Turn[], options: Partial<DroptrackOptions> = {}) {
  const waits: number[] = [];
  const urls: string[] = [];
  const requests: RequestInit[] = [];
  const client = new Droptrack({
    apiKey: API_KEY,
    baseUrl: 'http://drops.test',
    fetch: async (url, init) => {
      urls.push(url);
      requests.push(init);
      const turn = turns.shift() ?? new TypeError('script is over');
      if (turn instanceof Error) throw turn;
      return typeof turn === 'function' ? turn(url, init) : turn;
    },
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { client, waits, urls, requests };
}

/** A page of rows that have only an id, and the cursor of the next. */
export const page = (ids: string[], next_cursor: string | null) =>
  Response.json({
    data: ids.map((id) => ({ id })),
    has_more: next_cursor !== null,
    next_cursor,
    as_of: '2026-08-22T10:00:00.000Z',
  });

/** An error answer with a problem for a body. */
export const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/** An answer without a body. */
export const bare = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

/** What a call that must fail fails with. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => error,
  );
}
