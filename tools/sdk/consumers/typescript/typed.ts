// A TypeScript program that is compiled as ESM, as CommonJS and for a bundler, by the oldest and the newest compiler, with
// `skipLibCheck` off. The expected errors prove that the compiler found the types.
import {
  ApiError,
  type CalendarEvent,
  type CallOptions,
  type Drop,
  Droptrack,
  type DroptrackOptions,
  type HypeSeries,
  type ListPage,
  NotFoundError,
  type RateLimit,
  signTestWebhook,
  verifyProof,
  verifySeries,
  verifyWebhook,
} from '@droptrack/sdk';

export interface Given {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly drop: string;
  readonly wallet: string;
}

function expectThat(isTrue: boolean, expectation: string): void {
  if (!isTrue) throw new Error(`expected that ${expectation}`);
}

function options({ baseUrl, apiKey }: Given): DroptrackOptions {
  // The global `fetch` must be assignable, with the types of the DOM and with those of Node.
  return { baseUrl, apiKey, maxRetries: 1, fetch: globalThis.fetch };
}

async function walk(client: Droptrack): Promise<readonly [drops: readonly Drop[], events: number]> {
  const call: CallOptions = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const page: ListPage<Drop> = await client.drops.list({ limit: 40, sort: 'hype' }, call);
  const next = await page.nextPage();
  expectThat(page.data.length === 40 && next !== null && next.data.length > 0, 'drops have two pages');
  const events: CalendarEvent[] = await client.calendar.list({ limit: 25 }).toArray({ limit: 30 });
  expectThat(events.length === 30, 'the calendar covers two pages');
  const drops: Drop[] = [];
  for await (const drop of client.drops.list({ limit: 50 })) drops.push(drop);
  return [drops, events.length];
}

async function check(client: Droptrack, { drop, wallet }: Given): Promise<RateLimit | null> {
  const { data, rateLimit } = await client.eligibility.check({ drop, wallet }).withResponse();
  const { status, allocation, proof } = data;
  expectThat(
    status === 'eligible' && allocation !== null && BigInt(allocation.amount) > 0n,
    'the wallet has an allocation',
  );
  if (allocation === null || proof === null) return rateLimit;
  expectThat(
    verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown }),
    'the proof is valid',
  );
  return rateLimit;
}

function receive(): string {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const { body, headers } = signTestWebhook({ type: 'drop.status_changed' }, secret);
  const event = verifyWebhook(body, headers, secret);
  expectThat(event.type === 'drop.status_changed', 'a signed webhook is accepted');
  return event.type;
}

/** Never called. The compiler must reject each line, which it does only if it has found the types. */
export function rejected(client: Droptrack): unknown {
  // @ts-expect-error the level does not exist
  new Droptrack({ logLevel: 'verbose' });
  // @ts-expect-error the path has no version
  client.request('GET', '/drops');
  // @ts-expect-error the filter does not exist
  client.drops.list({ colour: 'red' });
  // @ts-expect-error the limit is required, because a list may exceed the memory
  client.calendar.list().toArray();
  // @ts-expect-error the window does not exist
  return client.drops.hype('linea', { window: '1y' });
}

/** Returns a summary of the received data; throws if an expectation fails. */
export async function typedTour(given: Given): Promise<string> {
  const client = new Droptrack(options(given));
  const [drops, events] = await walk(client);
  const one: Drop = await client.drops.get(given.drop);
  expectThat(one.id === given.drop, 'a drop is returned by its id');
  const limit = await check(client, given);
  const series: HypeSeries = await client.drops.hype(given.drop, { window: '24h' });
  const { matches, checked } = verifySeries(series);
  expectThat(matches && checked > 0, 'the series matches the public rules');
  const failure: unknown = await client.drops.get('no-such-drop').catch((error: unknown) => error);
  if (!(failure instanceof ApiError) || !(failure instanceof NotFoundError)) throw failure;
  expectThat(failure.code === 'drop_not_found' && failure.status === 404, 'an unknown drop is reported with its code');
  receive();
  return `${drops.length} drops, ${events} events, ${checked} points, ${limit?.remaining ?? 0} requests left`;
}
