import { Droptrack, type DroptrackOptions } from '../src/index';

/** One turn of a scripted API: a response, an error to throw, or a handler of the request. */
export type Turn = Response | Error | ((url: string, init: RequestInit) => Response | Promise<Response>);

export const API_KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

/** Client of a scripted API that returns the turns in order, with the recorded requests and delays. */
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
      const turn = turns.shift() ?? new TypeError('no turn left');
      if (turn instanceof Error) throw turn;
      return typeof turn === 'function' ? turn(url, init) : turn;
    },
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { client, waits, urls, requests };
}

/** Page of rows that have only an id, with the cursor of the next page. */
export const page = (ids: string[], next_cursor: string | null) =>
  Response.json({
    data: ids.map((id) => ({ id })),
    has_more: next_cursor !== null,
    next_cursor,
    as_of: '2026-08-22T10:00:00.000Z',
  });

/** Error response with a problem as body. */
export const problem = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/** Response without a body. */
export const bare = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

/** Returns the error of a call that must fail. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => error,
  );
}
