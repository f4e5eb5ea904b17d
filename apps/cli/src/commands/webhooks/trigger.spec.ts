import { WEBHOOK_EVENT_TYPES } from '@droptrack/contracts';
import { SECRET, startReceiver } from './local/testing';
import { runCall } from '../../testing/run-call';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
afterEach(() => receiver.stop());

const trigger = (args: readonly string[], env: Record<string, string> = { DROPTRACK_WEBHOOK_SECRET: SECRET }) =>
  runCall(['webhooks', 'trigger', ...args], { env, cwd: '.' });
const documentOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('webhooks trigger', () => {
  it.each(WEBHOOK_EVENT_TYPES)('sends an event of the type %s, which a receiver accepts', async (type) => {
    receiver = await startReceiver();
    const call = await trigger([type, '--to', receiver.url]);
    expect([call.code, call.stderr]).toEqual([0, '']);
    const [event] = receiver.events;
    expect(event!.type).toBe(type);
    expect(call.stdout).toMatch(new RegExp(`^${type} ${event!.id} → ${receiver.url}: 204 in [0-9]+ ms\n$`));
  });

  it('puts the drop into the object, as an id or as a reference', async () => {
    receiver = await startReceiver();
    const drop = ['--to', receiver.url, '--drop', 'my-drop'];
    await trigger(['drop.updated', ...drop]);
    await trigger(['calendar.event_started', ...drop]);
    await trigger(['eligibility.list_published', ...drop]);
    const objects = receiver.events.map(({ data }) => data.object);
    expect(objects[0]).toMatchObject({ id: 'my-drop', status: 'upcoming' });
    expect(objects.slice(1)).toMatchObject([
      { drop: 'my-drop', type: 'claim' },
      { drop: 'my-drop', version: 1 },
    ]);
    expect(await trigger(['webhook.ping', ...drop])).toMatchObject({ code: 2 });
    expect(await trigger(['drop.updated', '--to', receiver.url, '--drop', 'No Slug'])).toMatchObject({ code: 2 });
  });

  it('prints a new secret where none is given, and reports that the receiver rejects it', async () => {
    receiver = await startReceiver();
    const args = ['drop.created', '--to', receiver.url];
    const call = await trigger(args, {});
    expect(call.code).toBe(1);
    expect(call.stdout).toMatch(/: 400 in/);
    expect(call.stderr).toMatch(/DROPTRACK_WEBHOOK_SECRET=whsec_[A-Za-z0-9+/]{43}=\n.*No signature matches/);
    const json = documentOf(await trigger([...args, '--json'], {}));
    expect(json).toMatchObject({
      delivered: false,
      status_code: 400,
      to: receiver.url,
      event: { type: 'drop.created' },
    });
    expect(json['secret']).toMatch(/^whsec_/);
    expect(documentOf(await trigger([...args, '--json', '--secret', SECRET], {}))).not.toHaveProperty('secret');
  });

  // A receiver could move the cursor, retitle the terminal or hide what was printed.
  it('prints the response without the characters that a terminal obeys', async () => {
    receiver = await startReceiver(
      (_, response) => void response.writeHead(500).end('no\u001b]0;owned\u0007\u009b2J\u202e'),
    );
    const { stderr } = await trigger(['drop.created', '--to', receiver.url]);
    expect(stderr).toBe('no\ufffd]0;owned\ufffd\ufffd2J\ufffd\n');
    const { stdout } = await trigger(['drop.created', '--to', receiver.url, '--json']);
    expect(stdout).toContain('no\\u001b]0;owned\\u0007\\u009b2J\\u202e');
    expect(JSON.parse(stdout)).toMatchObject({ response: 'no\u001b]0;owned\u0007\u009b2J\u202e' });
  });

  it('follows no redirect, and reads a bounded part of a response without an end', async () => {
    receiver = await startReceiver((request, response) => {
      if (request.url === '/hooks') response.writeHead(307, { location: '/elsewhere' }).end();
      else {
        response.writeHead(200);
        const flood = () => void (response.destroyed || response.write('x'.repeat(16_384), () => setImmediate(flood)));
        flood();
      }
    });
    const moved = documentOf(await trigger(['drop.created', '--to', receiver.url, '--json']));
    expect(moved).toMatchObject({ delivered: false, status_code: 307 });
    const flooded = documentOf(await trigger(['drop.created', '--to', `${receiver.url}/flood`, '--json']));
    expect([flooded['status_code'], (flooded['response'] as string).length]).toEqual([200, 65_536]);
  });

  it('reports a receiver that does not run', async () => {
    receiver = await startReceiver();
    await receiver.stop();
    const { code, stdout } = await trigger(['drop.created', '--to', receiver.url]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/failed \(ECONNREFUSED\) in [0-9]+ ms\n$/)]);
  });

  it.each([
    [['drop.renamed', '--to', 'http://localhost/'], 'drop.created'],
    [['drop.created'], '--to'],
    [['drop.created', '--to', 'localhost:4000'], 'URL such as'],
    [['drop.created', '--to', 'http://localhost/', '--secret', 'dtk_secret'], '--secret must be whsec_'],
  ])('rejects %j as wrong usage, without a quote of the secret', async (args, text) => {
    receiver = await startReceiver();
    const call = await trigger(args);
    expect(call).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(text) as string });
    expect(call.stderr).not.toContain('dtk_secret');
  });
});
