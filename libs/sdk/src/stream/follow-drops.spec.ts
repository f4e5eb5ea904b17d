import * as fc from 'fast-check';
import { bare, failureOf, page as pageOf, scripted } from '../../test/scripted';
import type { Drop, DropStatus, DropsUpdate, FollowDropsQuery } from '../index';

/** State of a drop after a revision; null for an archived drop. */
type Body = { readonly status: DropStatus; readonly chain: string } | null;
interface Revision {
  readonly id: string;
  readonly body: Body;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const instant = (seq: number) => new Date(Date.UTC(2026, 7, 22) + seq).toISOString();

/** API over a log that grows with each request, whose instances are behind each other, and whose connections end anywhere. */
class LoggedApi {
  head = 0;
  readonly requests: URL[] = [];
  constructor(
    private readonly log: readonly Revision[],
    /** Decides what happens; 0 is always the calm case. */
    private readonly choose: (most: number) => number,
    private readonly replayMax = Infinity,
  ) {}

  get isComplete() {
    return this.head === this.log.length;
  }

  /** Drops at a position, by id. */
  at(seq: number, query: FollowDropsQuery = {}): Map<string, Drop> {
    const drops = new Map<string, Drop>();
    this.log.slice(0, seq).forEach(({ id, body }, index) => {
      drops.delete(id);
      const passes =
        body !== null &&
        [query.status ?? body.status].flat().includes(body.status) &&
        [query.chain ?? body.chain].flat().includes(body.chain);
      if (passes) drops.set(id, this.drop(index + 1));
    });
    return new Map([...drops].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  readonly fetch = async (address: string): Promise<Response> => {
    const url = new URL(address);
    this.requests.push(url);
    this.grow();
    return url.pathname === '/v1/stream' ? this.stream(Number(url.searchParams.get('after'))) : this.list(url);
  };

  private grow(): void {
    this.head = Math.min(this.log.length, this.head + (this.choose(4) || (this.requests.length > 20 ? 4 : 1)));
  }

  private drop(seq: number): Drop {
    const { id, body } = this.log[seq - 1]!;
    return { id, ...body, updated_at: instant(seq) } as Drop;
  }

  /** Pages of two rows. */
  private list({ searchParams }: URL): Response {
    const seq = Math.max(0, this.head - this.choose(3));
    const listOf = (name: string) => searchParams.get(name)?.split(',');
    const query = { status: listOf('status'), chain: listOf('chain') } as FollowDropsQuery;
    const rows = [...this.at(seq, query).values()].filter(({ id }) => id > (searchParams.get('cursor') ?? ''));
    const next_cursor = rows.length > 2 ? rows[1]!.id : null;
    const body = { data: rows.slice(0, 2), has_more: next_cursor !== null, next_cursor, as_of: instant(seq) };
    return Response.json(body, { headers: { 'x-data-sequence': String(seq) } });
  }

  private stream(after: number): Response {
    let sent = after;
    const isTooLong = this.head - after > this.replayMax;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const send = (message: { type: string; [member: string]: unknown }, sequence: number) =>
        controller.enqueue(utf8(`id: ${sequence}\nevent: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`));
      if (isTooLong) {
        send({ type: 'reset', reason: 'replay_too_long', sequence: this.head, as_of: instant(this.head) }, this.head);
        return controller.close();
      }
      if (this.choose(5) === 4) return controller.error(new TypeError('terminated'));
      if (sent >= this.head) {
        send({ type: 'position', sequence: sent, as_of: instant(sent) }, sent);
        if (this.isComplete) return;
        return this.grow();
      }
      sent += 1;
      send(this.event(sent), sent);
    };
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } });
  }

  private event(seq: number) {
    const { id, body } = this.log[seq - 1]!;
    const previous = this.log.slice(0, seq - 1).findLastIndex((revision) => revision.id === id) + 1;
    const type = body === null ? 'drop.archived' : previous === 0 ? 'drop.created' : 'drop.updated';
    const object = this.drop(body === null ? previous : seq);
    return { id: `evt_${seq}`, type, sequence: seq, data: { object, previous: {} } };
  }
}

const statuses = fc.constantFrom<DropStatus>('upcoming', 'live', 'tge');
const bodies = fc.record({ status: statuses, chain: fc.constantFrom('base', 'linea') });
/** Logs in which only existing drops are archived. */
const logs = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.option(bodies, { freq: 3 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((changes) => {
    const held = new Set<string>();
    return changes.map(([id, body]): Revision => {
      const next = held.has(id) ? body : (body ?? { status: 'live', chain: 'base' });
      if (next === null) held.delete(id);
      else held.add(id);
      return { id, body: next };
    });
  });
const queries = fc.record(
  { status: fc.oneof(statuses, fc.constant<DropStatus[]>(['live', 'tge'])), chain: fc.constantFrom('base', 'linea') },
  { requiredKeys: [] },
);

const base = (status: DropStatus): Body => ({ status, chain: 'base' });
const calm = () => 0;

/** Follows until the end of the log, and returns each step without the drops. */
async function follow(api: LoggedApi, query: FollowDropsQuery = {}) {
  const { client } = scripted([], { fetch: api.fetch });
  const steps: object[] = [];
  for await (const { drops, ...step } of client.drops.follow(query)) {
    steps.push(step);
    const isLast = step.type === 'position' && api.isComplete && step.sequence === api.head;
    if (isLast) return { drops: new Map(drops), steps };
  }
  throw new Error('the steps ended');
}

describe('drops.follow', () => {
  // Whatever happens between and during the requests, no change is lost.
  it('holds the drops of the list at the end of the log', async () => {
    await fc.assert(
      fc.asyncProperty(
        logs,
        queries,
        fc.array(fc.nat(59), { maxLength: 60, size: 'max' }),
        fc.constantFrom(3, Infinity),
        async (log, query, choices, most) => {
          const api = new LoggedApi(log, (count) => (choices.shift() ?? 0) % count, most);
          api.head = (choices.shift() ?? 0) % log.length;
          const { drops } = await follow(api, query);
          expect(new Map([...drops].sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual(api.at(log.length, query));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lists with the filters, and requests from the stream all changes of drops', async () => {
    const api = new LoggedApi([{ id: 'a', body: base('live') }], calm);
    await follow(api, { status: ['live', 'tge'], chain: 'base' });
    expect(api.requests.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/v1/drops', { status: 'live,tge', chain: 'base', limit: '100' }],
      ['/v1/stream', { after: '1', type: 'drop.created,drop.updated,drop.status_changed,drop.archived' }],
    ]);
  });

  it('returns the steps that led to the drops', async () => {
    const log = [
      { id: 'a', body: base('live') },
      { id: 'b', body: base('upcoming') },
      { id: 'b', body: base('live') },
      { id: 'a', body: base('tge') },
      { id: 'b', body: null },
      { id: 'c', body: base('tge') },
    ];
    const { steps } = await follow(new LoggedApi(log, calm), { status: 'live' });
    const seen = (steps as DropsUpdate[]).filter(({ type }) => type !== 'position');
    expect(seen).toMatchObject([
      { type: 'listed', sequence: 1, as_of: instant(1) },
      { type: 'changed', drop: { id: 'b', status: 'live' }, event: { id: 'evt_3', type: 'drop.updated' } },
      { type: 'removed', drop: { id: 'a', status: 'tge' }, event: { id: 'evt_4' } },
      { type: 'removed', drop: { id: 'b', status: 'live' }, event: { id: 'evt_5', type: 'drop.archived' } },
    ]);
    expect(steps.at(-1)).toEqual({ type: 'position', sequence: 6, as_of: instant(6) });
  });

  // A page of an instance that is ahead has changes that the stream repeats.
  it('does not return to a state from before the list', async () => {
    const log = [{ id: 'a', body: base('live') }, ...Array.from({ length: 3 }, () => ({ id: 'b', body: base('tge') }))];
    const api = new LoggedApi(log, calm);
    const held = api.at(4).get('b')!;
    const list = async (address: string) => {
      const seq = address.includes('cursor') ? 4 : 1;
      const rows = [...api.at(seq).values()].filter(({ id }) => (seq === 4 ? id === 'b' : true));
      const body = { data: rows, next_cursor: seq === 4 ? null : 'a', as_of: instant(seq) };
      return Response.json(body, { headers: { 'x-data-sequence': String(seq) } });
    };
    const { client } = scripted([], { fetch: (url) => (url.includes('/stream') ? api.fetch(url) : list(url)) });
    for await (const step of client.drops.follow()) {
      if (step.type === 'listed') expect(step.sequence).toBe(1);
      expect(step.drops.get('b')).toEqual(held);
      if (step.type === 'position' && api.isComplete && step.sequence === 4) break;
    }
  });

  // Instances of the API can be behind each other: the stream repeats what the oldest page lacks.
  it('follows from the position of the oldest page', async () => {
    const listed = (next_cursor: string | null, seq: number) =>
      Response.json({ data: [], next_cursor, as_of: instant(seq) }, { headers: { 'x-data-sequence': String(seq) } });
    const { client, urls } = scripted([listed('c1', 5), listed('c2', 3), listed(null, 4), bare(401)]);
    const steps = client.drops.follow();
    expect(await steps.next()).toMatchObject({ value: { type: 'listed', sequence: 3, as_of: instant(3) } });
    expect(await failureOf(steps.next())).toMatchObject({ name: 'AuthenticationError' });
    expect(urls.at(-1)).toContain('/v1/stream?after=3&');
  });

  it('lists and streams again after a reset and a wait, through outages that exhaust the retries of a call', async () => {
    const listed = (id: string, seq: number) =>
      Response.json({ data: [{ id }], next_cursor: null }, { headers: { 'x-data-sequence': String(seq) } });
    const streamed = (message: object) =>
      new Response(`data: ${JSON.stringify(message)}\n\n`, { headers: { 'content-type': 'text/event-stream' } });
    const outage = () => Array.from({ length: 12 }, () => new TypeError('fetch failed'));
    const { client, waits } = scripted([
      listed('a', 1),
      streamed({ type: 'reset', reason: 'too_old', sequence: 90 }),
      ...outage(),
      listed('b', 95),
      ...outage(),
      streamed({ type: 'position', sequence: 95 }),
    ]);
    const steps: unknown[] = [];
    for await (const { drops, type } of client.drops.follow()) if (steps.push([type, ...drops.keys()]) === 3) break;
    expect(steps).toEqual([
      ['listed', 'a'],
      ['listed', 'b'],
      ['position', 'b'],
    ]);
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[0]).toBeLessThanOrEqual(5_000);
  });

  it('rejects a list without its position, and one that never ends', async () => {
    const first = async (response: Response) =>
      failureOf(scripted([response, response.clone()]).client.drops.follow().next());
    expect(await first(pageOf(['a'], null))).toMatchObject({ code: 'invalid_answer' });
    const endless = Response.json({ data: [], next_cursor: 'c1' }, { headers: { 'x-data-sequence': '1' } });
    expect(await first(endless)).toMatchObject({ message: expect.stringContaining('cursor') });
  });
});
