import { failureOf } from '../test/scripted';
import { respond, type Handler, TestServer } from '../test/server';
import { resolveOptions } from './options';

const server = new TestServer();
beforeAll(async () => void (await server.start()));
afterAll(() => server.stop());

/** Promise of an event, with the function that fulfils it. */
function moment(): { readonly came: Promise<void>; readonly happen: () => void } {
  let happen = (): void => undefined;
  const came = new Promise<void>((resolve) => (happen = resolve));
  return { came, happen };
}

/** Signal that counts the listeners that were added and removed. */
function counted() {
  const stop = new AbortController();
  const listeners = { added: 0, removed: 0 };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  stop.signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners.added += 1;
    addEventListener.apply(stop.signal, given);
  };
  stop.signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners.removed += 1;
    removeEventListener.apply(stop.signal, given);
  };
  return { stop, listeners };
}

const pageOf = (ids: string[], next_cursor: string | null) =>
  respond(200, { data: ids.map((id) => ({ id })), has_more: next_cursor !== null, next_cursor, as_of: '' });

describe('a signal', () => {
  const aborted = { name: 'AbortError', code: 'aborted', cause: 'enough' };

  it('that is aborted sends no request', async () => {
    const client = server.client([respond(200, {})]);
    expect(await failureOf(client.me({ signal: AbortSignal.abort('enough') }))).toMatchObject(aborted);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, (happen: () => void) => Handler]>([
    ['before the headers', (happen) => () => happen()],
    [
      'in the middle of the body',
      (happen) => (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        happen();
      },
    ],
  ])('aborts a call %s, and closes its connection', async (_, turn) => {
    const [begun, closed, stop] = [moment(), moment(), new AbortController()];
    const client = server.client([
      (request, response) => {
        response.socket.on('close', closed.happen);
        turn(begun.happen)(request, response);
      },
    ]);
    const failed = failureOf(client.me({ signal: stop.signal }));
    await begun.came;
    stop.abort('enough');
    expect(await failed).toMatchObject(aborted);
    await closed.came;
    expect(server.requests).toHaveLength(1);
  });

  it('aborts a call while it connects', async () => {
    const stop = new AbortController();
    const connecting: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const failed = failureOf(server.client([], { fetch: connecting }).me({ signal: stop.signal }));
    stop.abort('enough');
    expect(await failed).toMatchObject(aborted);
  });

  it('aborts the wait before a retry', async () => {
    const stop = new AbortController();
    const tooBusy: Handler = (request, response) => {
      respond(503, {}, { 'retry-after': '60' })(request, response);
      setTimeout(() => stop.abort('enough'), 20);
    };
    const failed = failureOf(server.client([tooBusy], { sleep: undefined }).me({ signal: stop.signal }));
    expect(await failed).toMatchObject(aborted);
    expect(server.requests).toHaveLength(1);
  });

  // Such as `setTimeout` of `node:timers/promises`.
  it('aborts the wait of a `sleep` that rejects on abort', async () => {
    const stop = new AbortController();
    const sleep = async (): Promise<void> => {
      stop.abort('enough');
      throw new DOMException('The operation was aborted', 'AbortError');
    };
    const failed = failureOf(server.client([respond(503, {})], { sleep }).me({ signal: stop.signal }));
    expect(await failed).toMatchObject(aborted);
  });

  it('that is aborted skips the wait', async () => {
    const { sleep } = resolveOptions({ apiKey: 'dtk_1', baseUrl: 'http://drops.test' });
    await sleep(2_147_483_647, AbortSignal.abort());
  });

  it('aborts an iteration between two items of a page, and reports the position', async () => {
    const stop = new AbortController();
    const client = server.client([pageOf(['a', 'b'], 'c1'), pageOf(['c', 'd'], null)]);
    const ids: string[] = [];
    const walk = (async () => {
      for await (const { id } of client.drops.list({}, { signal: stop.signal })) {
        if (ids.push(id) === 3) stop.abort('enough');
      }
    })();
    expect(await failureOf(walk)).toMatchObject({ ...aborted, position: { cursor: 'c1', items: 3 } });
    expect(ids).toEqual(['a', 'b', 'c']);
  });

  // A signal that is shared by all calls of a program must not accumulate listeners.
  it('has no effect after the call, and no listener is left', async () => {
    const { stop, listeners } = counted();
    const client = server.client([respond(503, {}), respond(200, { plan: 'pro' })], { sleep: undefined });
    const call = client.me({ signal: stop.signal });
    expect(await call).toEqual({ plan: 'pro' });
    expect(listeners.added).toBe(3);
    expect(listeners.removed).toBeGreaterThanOrEqual(3);
    stop.abort('enough');
    expect(await call).toEqual({ plan: 'pro' });
  });

  describe('aborts a snapshot between two chunks', () => {
    const ROW = '{"id":"a"}\n';
    const snapshotBegins: Handler = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write(ROW);

    // A caller that has read the head does not need to iterate to end the transfer.
    it('and closes its connection, without a pending read', async () => {
      const [closed, { stop, listeners }] = [moment(), counted()];
      const client = server.client([
        (request, response) => {
          response.socket.on('close', closed.happen);
          snapshotBegins(request, response);
        },
      ]);
      const rows = client.snapshots.drops({}, { signal: stop.signal });
      await rows.head();
      stop.abort('enough');
      await closed.came;
      expect(listeners.removed).toBeGreaterThanOrEqual(listeners.added);
      expect(await failureOf(rows.lines().next())).toMatchObject(aborted);
    });

    /** A fetch that ignores signals, and the state of its response body. */
    const heedless = () => {
      const cancelled = moment();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(ROW)),
        cancel: cancelled.happen,
      });
      return { cancelled, fetch: async () => new Response(body) };
    };

    it('of a fetch that ignores its signal', async () => {
      const [{ cancelled, fetch }, stop] = [heedless(), new AbortController()];
      await server.client([], { fetch }).snapshots.drops({}, { signal: stop.signal }).head();
      stop.abort('enough');
      await cancelled.came;
    });

    it('of a fetch that ignores its signal, when the loop ends early', async () => {
      const [{ cancelled, fetch }, { stop, listeners }] = [heedless(), counted()];
      const rows = server.client([], { fetch }).snapshots.drops({}, { signal: stop.signal });
      for await (const { id } of rows) if (id === 'a') break;
      await cancelled.came;
      expect([listeners.added, listeners.removed > 0]).toEqual([1, true]);
    });

    it('of a fetch that ignores its signal, and responds after the abort', async () => {
      const [{ cancelled, fetch }, stop, late] = [heedless(), new AbortController(), moment()];
      const slow = () => late.came.then(fetch);
      const failed = failureOf(server.client([], { fetch: slow }).me({ signal: stop.signal }));
      stop.abort('enough');
      expect(await failed).toMatchObject(aborted);
      late.happen();
      await cancelled.came;
    });
  });
});
