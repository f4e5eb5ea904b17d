// A program in TypeScript. It is compiled as it stands as ESM, as CommonJS and for a bundler, by compilers from the
// oldest to the newest, with libraries checked; that wrong use is refused shows that the types were found at all.
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

function hold(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`not so: ${what}`);
}

function options({ baseUrl, apiKey }: Given): DroptrackOptions {
  // The platform's own fetch is one that can be given, whosever types describe it.
  return { baseUrl, apiKey, maxRetries: 1, fetch: globalThis.fetch };
}

async function walk(client: Droptrack): Promise<readonly [drops: readonly Drop[], events: number]> {
  const call: CallOptions = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const page: ListPage<Drop> = await client.drops.list({ limit: 40, sort: 'hype' }, call);
  const next = await page.nextPage();
  hold(page.data.length === 40 && next !== null && next.data.length > 0, 'drops have two pages');
  const events: CalendarEvent[] = await client.calendar.list({ limit: 25 }).toArray({ limit: 30 });
  hold(events.length === 30, 'the calendar goes over two pages');
  const drops: Drop[] = [];
  for await (const drop of client.drops.list({ limit: 50 })) drops.push(drop);
  return [drops, events.length];
}

async function check(client: Droptrack, { drop, wallet }: Given): Promise<RateLimit | null> {
  const { data, rateLimit } = await client.eligibility.check({ drop, wallet }).withResponse();
  const { status, allocation, proof } = data;
  hold(status === 'eligible' && allocation !== null && BigInt(allocation.amount) > 0n, 'the wallet gets something');
  if (allocation === null || proof === null) return rateLimit;
  hold(
    verifyProof({ ...proof, wallet, amount: allocation.amount, breakdown: allocation.breakdown }),
    'the proof holds',
  );
  return rateLimit;
}

function receive(): string {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const { body, headers } = signTestWebhook({ type: 'drop.status_changed' }, secret);
  const event = verifyWebhook(body, headers, secret);
  hold(event.type === 'drop.status_changed', 'a signed webhook is accepted');
  return event.type;
}

/** Never called: each line must be refused by the compiler, which it is only when it knows the types. */
export function refused(client: Droptrack): unknown {
  // @ts-expect-error the address is missing
  new Droptrack({ apiKey: '' });
  // @ts-expect-error there is no such filter
  client.drops.list({ colour: 'red' });
  // @ts-expect-error a list may be longer than memory: the limit must be said
  client.calendar.list().toArray();
  // @ts-expect-error a window that is none
  return client.drops.hype('linea', { window: '1y' });
}

/** Says what was seen; throws when anything is not as promised. */
export async function typedTour(given: Given): Promise<string> {
  const client = new Droptrack(options(given));
  const [drops, events] = await walk(client);
  const one: Drop = await client.drops.get(given.drop);
  hold(one.id === given.drop, 'one drop is got by its id');
  const limit = await check(client, given);
  const series: HypeSeries = await client.drops.hype(given.drop, { window: '24h' });
  const { matches, checked } = verifySeries(series);
  hold(matches && checked > 0, 'the series is as the public rules make it');
  const failure: unknown = await client.drops.get('no-such-drop').catch((error: unknown) => error);
  if (!(failure instanceof ApiError) || !(failure instanceof NotFoundError)) throw failure;
  hold(failure.code === 'drop_not_found' && failure.status === 404, 'an unknown drop is told by its code');
  receive();
  return `${drops.length} drops, ${events} events, ${checked} points, ${limit?.remaining ?? 0} requests left`;
}
