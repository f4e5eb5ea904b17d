import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleEvent } from '@droptrack/sdk/testing';
import { SECRET, startReceiver } from './local/testing';
import { type Call, runCall } from '../../testing/run-call';

const POSITION = { type: 'position', sequence: 8_840, as_of: '2026-08-22T10:00:00.000Z' };
const FIRST = sampleEvent('drop.status_changed');
const SECOND = sampleEvent('calendar.event_started');

/** Stream of a service: sends its blocks to each reader, and stays open. */
async function startStream(blocks: readonly object[]) {
  const readers: ServerResponse[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    readers.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const block of blocks) response.write(`id: 8841\ndata: ${JSON.stringify(block)}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths, stop };
}

/** Runs the command until it has printed so many lines, then presses Ctrl-C. */
async function listen(args: readonly string[], lines: number, more: Record<string, string> = {}): Promise<Call> {
  const listeners: (() => void)[] = [];
  let [printed, stdout, stderr] = [0, '', ''];
  const write = (text: string) => {
    stdout += text;
    printed += text.split('\n').length - 1;
    if (printed >= lines) for (const interrupt of listeners) interrupt();
  };
  const env = { DROPTRACK_API_KEY: 'dtk_test', DROPTRACK_WEBHOOK_SECRET: SECRET, ...more };
  const { code } = await runCall(['webhooks', 'listen', ...args], {
    env,
    cwd: '.',
    stdout: { write },
    stderr: { write: (text) => (stderr += text) },
    signals: { on: (_, listener) => listeners.push(listener), off: () => undefined },
  });
  return { code, stdout, stderr };
}

describe('webhooks listen', () => {
  it('forwards each event with the bytes of its webhook, prints the result, and ends with Ctrl-C', async () => {
    const stream = await startStream([POSITION, FIRST, SECOND]);
    const receiver = await startReceiver();
    const call = await listen(['--url', stream.url, '--forward-to', receiver.url], 2);
    await receiver.stop();
    stream.stop();
    expect(call.code).toBe(0);
    expect(receiver.events.map((event) => JSON.stringify(event))).toEqual(
      [FIRST, SECOND].map((e) => JSON.stringify(e)),
    );
    expect(call.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^${FIRST.timestamp} drop.status_changed linea ${FIRST.id} → 204 in [0-9]+ ms$`),
      ),
      expect.stringMatching(/ calendar.event_started linea evt_.* → 204 in [0-9]+ ms$/),
    ]);
    expect(call.stderr).toBe(`Listening and forwarding to ${receiver.url}; stop with Ctrl-C\n`);
  });

  it('prints documents with --json, of the requested types only, and says what is missing', async () => {
    const stream = await startStream([{ ...POSITION, type: 'reset', reason: 'too_old' }, FIRST]);
    const args = ['--url', stream.url, '--json', '--types', 'drop.*', 'hype.threshold_crossed'];
    const call = await listen(args, 1);
    stream.stop();
    expect(JSON.parse(call.stdout)).toEqual({ event: FIRST, delivery: null });
    expect(call.stderr).toContain('Events before 2026-08-22T10:00:00.000Z are missing (too_old)');
    expect(decodeURIComponent(stream.paths[0]!)).toBe('/v1/stream?type=drop.*,hype.threshold_crossed');
  });

  // A receiver under development must see what its webhook will bring, not what the sample would.
  it('adds nothing to events of an older or a newer service, and takes nothing from them', async () => {
    const object = { ...sampleEvent('drop.updated').data.object, cost_usd: undefined };
    const [id, newer] = ['evt_1', { colour: 'red', 10: [1.5, null], a: '\u2028é' }];
    const events = [
      { type: 'drop.updated', id, data: { object, previous: {} }, sequence: 8_841, timestamp: FIRST.timestamp },
      {
        ...newer,
        type: 'drop.merged',
        id: 'evt_2',
        data: { object: { id: 'linea' }, previous: {}, ...newer },
        sequence: 8_842,
        timestamp: FIRST.timestamp,
      },
    ];
    const stream = await startStream([POSITION, ...events]);
    const receiver = await startReceiver();
    const call = await listen(['--url', stream.url, '--forward-to', receiver.url], 2);
    await receiver.stop();
    stream.stop();
    expect([call.code, ...receiver.events.map((event) => JSON.stringify(event))]).toEqual([
      0,
      ...events.map((event) => JSON.stringify(event)),
    ]);
  });

  // As the SDK: a key for a service must not go to another one.
  it('calls the service of DROPTRACK_BASE_URL, unless --url names another', async () => {
    const [named, other] = [await startStream([FIRST]), await startStream([FIRST])];
    const calls = [
      await listen([], 1, { DROPTRACK_BASE_URL: ` ${named.url}/v1\n` }),
      await listen(['--url', other.url], 1, { DROPTRACK_BASE_URL: named.url }),
    ];
    for (const stream of [named, other]) stream.stop();
    expect(calls.map(({ code }) => code)).toEqual([0, 0]);
    expect([named.paths, other.paths]).toEqual([['/v1/stream'], ['/v1/stream']]);
  });

  it('continues after a receiver that does not run', async () => {
    const stream = await startStream([POSITION, FIRST, SECOND]);
    const receiver = await startReceiver();
    await receiver.stop();
    const call = await listen(['--url', stream.url, '--forward-to', receiver.url], 2);
    stream.stop();
    expect([call.code, call.stdout.match(/→ failed \(ECONNREFUSED\)/g)]).toEqual([0, ['→ failed (ECONNREFUSED)', '→ failed (ECONNREFUSED)']]); // prettier-ignore
  });

  it.each([
    [['--types', 'webhook.ping'], 'dtk_test', 'drop.created'],
    [['--forward-to', 'localhost'], 'dtk_test', 'URL such as'],
    [[], '', 'API key'],
  ])('rejects %j with the key "%s" as wrong usage', async (args, key, text) => {
    const call = await listen(['--url', 'http://127.0.0.1:1', ...args], 1, { DROPTRACK_API_KEY: key });
    expect(call).toMatchObject({ code: 2, stderr: expect.stringContaining(text) as string });
  });
});
