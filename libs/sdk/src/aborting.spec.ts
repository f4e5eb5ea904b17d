import { failureOf } from '../test/scripted';
import { answer, type Handler, TestServer } from '../test/server';

const server = new TestServer();
beforeAll(async () => void (await server.start()));
afterAll(() => server.stop());

/** What has begun to happen, for others to wait for. */
function moment(): { readonly came: Promise<void>; readonly tell: () => void } {
  let tell = (): void => undefined;
  const came = new Promise<void>((resolve) => (tell = resolve));
  return { came, tell };
}

const pageOf = (ids: string[], next_cursor: string | null) =>
  answer(200, { data: ids.map((id) => ({ id })), has_more: next_cursor !== null, next_cursor, as_of: '' });

describe('a signal', () => {
  const aborted = { name: 'AbortError', code: 'aborted', cause: 'enough' };

  it('that has fired lets nothing be sent', async () => {
    const client = server.client([answer(200, {})]);
    expect(await failureOf(client.me({ signal: AbortSignal.abort('enough') }))).toMatchObject(aborted);
    expect(server.requests).toEqual([]);
  });

  it.each<[string, (tell: () => void) => Handler]>([
    ['before the headers', (tell) => () => tell()],
    [
      'in the middle of the body',
      (tell) => (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        tell();
      },
    ],
  ])('ends a call %s, and its connection', async (_, turn) => {
    const [begun, closed, stop] = [moment(), moment(), new AbortController()];
    const client = server.client([
      (request, response) => {
        response.socket.on('close', closed.tell);
        turn(begun.tell)(request, response);
      },
    ]);
    const failed = failureOf(client.me({ signal: stop.signal }));
    await begun.came;
    stop.abort('enough');
    expect(await failed).toMatchObject(aborted);
    await closed.came;
    expect(server.requests).toHaveLength(1);
  });

  it('ends a call while it connects', async () => {
    const stop = new AbortController();
    const connecting: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const failed = failureOf(server.client([], { fetch: connecting }).me({ signal: stop.signal }));
    stop.abort('enough');
    expect(await failed).toMatchObject(aborted);
  });

  it('ends the wait before a retry', async () => {
    const stop = new AbortController();
    const tooBusy: Handler = (request, response) => {
      answer(503, {}, { 'retry-after': '60' })(request, response);
      setTimeout(() => stop.abort('enough'), 20);
    };
    const failed = failureOf(server.client([tooBusy], { sleep: undefined }).me({ signal: stop.signal }));
    expect(await failed).toMatchObject(aborted);
    expect(server.requests).toHaveLength(1);
  });

  it('ends a walk between two items of a page, and says where', async () => {
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

  // One signal for all calls of a program must not gather listeners.
  it('changes nothing afterwards, and is let go of', async () => {
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
    const client = server.client([answer(503, {}), answer(200, { plan: 'pro' })], { sleep: undefined });
    const call = client.me({ signal: stop.signal });
    expect(await call).toEqual({ plan: 'pro' });
    expect(listeners.added).toBe(3);
    expect(listeners.removed).toBeGreaterThanOrEqual(3);
    stop.abort('enough');
    expect(await call).toEqual({ plan: 'pro' });
  });
});
