import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@droptrack/program/testing';
import { EventSource } from 'undici';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { describeWithNginx, NginxServer } from './nginx-server';
import { changeDrops, storedEvents } from './stream-log';
import { until } from './until';

let api: TestApi;
let base: string;
beforeAll(async () => {
  api = await startApi([dropDefinition('linea')]);
  base = await api.listen();
  await publishAllEvents(api.db);
});
afterAll(() => api.stop());

/** Publishes an event. @returns its id. */
async function publish(score: number): Promise<string> {
  await changeDrops(api.db, [['linea', { hype_score: score }]]);
  await publishAllEvents(api.db);
  return (await storedEvents(api.db)).at(-1)!.id;
}

describe('curl -N', () => {
  it('prints events as they happen', async () => {
    const curl = spawn('curl', ['-sN', '-H', `Authorization: Bearer ${api.keys.pro}`, `${base}/v1/stream?after=0`]);
    let text = '';
    curl.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await until(() => Promise.resolve(text.includes('event: position')));
    const id = await publish(41);
    await until(() => Promise.resolve(text.includes(id)));
    const ended = once(curl, 'exit');
    curl.kill();
    await ended;
  });
});

// nginx buffers responses by default, and speaks HTTP/1.0 to servers: the response must switch the one off, and suit the other.
describeWithNginx('EventSource of undici behind nginx with its defaults', () => {
  it('receives events as they happen, and resumes without a loss after nginx was restarted', async () => {
    const port = await freePort();
    const location = `proxy_pass ${base}; proxy_set_header Authorization "Bearer ${api.keys.pro}";`;
    const http = `server { listen 127.0.0.1:${port}; location / { ${location} } }`;
    let nginx = await NginxServer.start(http);
    const source = new EventSource(`http://127.0.0.1:${port}/v1/stream`);
    const ids: string[] = [];
    let positions = 0;
    source.addEventListener('position', () => (positions += 1));
    for (const type of ['drop.updated', 'hype.threshold_crossed']) {
      source.addEventListener(type, (event) =>
        ids.push((JSON.parse(String((event as MessageEvent).data)) as { id: string }).id),
      );
    }
    await until(() => Promise.resolve(positions > 0));
    const first = await publish(42);
    await until(() => Promise.resolve(ids.includes(first)));
    await nginx.stop();
    const missed = await publish(43);
    nginx = await NginxServer.start(http);
    await until(() => Promise.resolve(ids.includes(missed)));
    const last = await publish(44);
    await until(() => Promise.resolve(ids.includes(last)));
    expect([...new Set(ids)]).toEqual([first, missed, last]);
    source.close();
    await nginx.stop();
  });
});
