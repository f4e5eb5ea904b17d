import { Droptrack, type DroptrackOptions } from '@droptrack/sdk';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataView } from '../config/config';
import { type ApiCall, CallRecord, earliest, joined, type Shortfall } from './call-record';
import { dataHeaders } from './data-headers';
import { recordedClient } from './recorded-client';
import { SharedReads } from './shared-reads';

type Fetch = NonNullable<DroptrackOptions['fetch']>;

/** Address and key of the API, and `fetch` to reach it. */
export interface ApiAccess {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  /** Data to request; those of the key by default. */
  readonly data?: DataView;
  /** Results that pages share, all of one URL, key and data; each session has its own by default. */
  readonly reads?: SharedReads;
  /** Header `traceparent` of the requests; none by default. */
  readonly traceparent?: string;
  /** Milliseconds of a clock that never steps back; none by default, and then the page has no time limit as a whole. */
  readonly uptimeMs?: () => number;
}

/** Time limit of a call, in milliseconds: a page is better incomplete than late. */
const TIMEOUT_MS = 4_000;
/** Time from the start of a page after which it sends no further call, in milliseconds. */
const PAGE_MS_MAX = 6_000;

/** Calls whose result does not depend on the visitor. Pages await it, and use no other part of the promise of the SDK. */
const SHARED: ReadonlySet<string> = new Set([
  'client.drops.list',
  'client.drops.get',
  'client.drops.explain',
  'client.drops.hype',
  'client.drops.claims',
  'client.calendar.list',
]);

/** One for all sessions: Node keeps each storage that was used, and copies its value to each asynchronous resource. */
const CURRENT_CALL = new AsyncLocalStorage<CallRecord>();

/**
 * The API for one page: a client of the SDK that records its calls, so that the page can show the very calls whose results
 * it contains.
 */
export class ApiSession {
  readonly client: Droptrack;
  readonly #records: CallRecord[] = [];

  constructor(access: ApiAccess) {
    const { url, key, data = 'live', traceparent, uptimeMs = () => 0 } = access;
    const { reads = new SharedReads(uptimeMs) } = access;
    const client = new Droptrack({
      apiKey: key,
      baseUrl: url,
      timeoutMs: TIMEOUT_MS,
      maxRetries: 0,
      headers: { ...dataHeaders(data), ...(traceparent !== undefined && { traceparent }) },
      fetch: recordedFetch(access.fetch, uptimeMs),
    });
    this.client = recordedClient(client, ({ method, typescript }, run) => {
      const begin = () => {
        const record = new CallRecord(typescript);
        return { record, result: CURRENT_CALL.run(record, run) as Promise<unknown> };
      };
      const { record, result } = SHARED.has(method) ? reads.get(typescript, begin) : begin();
      this.#records.push(record);
      return result;
    });
  }

  /** Calls in the order in which they were made. */
  get calls(): readonly ApiCall[] {
    return this.#records;
  }

  /** Oldest instant up to which a result is complete; null before the first one. */
  get asOf(): string | null {
    return this.#records.reduce<string | null>((asOf, record) => earliest(asOf, record.asOf), null);
  }

  /** Null while all results are current. */
  get shortfall(): Shortfall | null {
    return this.#records.reduce<Shortfall | null>((all, { shortfall }) => joined(all, shortfall), null);
  }
}

/** `fetch` that notes requests and responses in the record of the call that sends them, and none after the time of a page. */
function recordedFetch(fetch: Fetch, uptimeMs: () => number): Fetch {
  const startedMs = uptimeMs();
  return async (url, init) => {
    const record = CURRENT_CALL.getStore();
    record?.request(url, init);
    try {
      if (uptimeMs() - startedMs >= PAGE_MS_MAX) throw new Error('The page has taken too long already');
      const response = await fetch(url, init);
      record?.observe(response);
      return response;
    } catch (error) {
      record?.lose();
      throw error;
    }
  };
}
