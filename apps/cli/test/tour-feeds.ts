import { generateApiKey } from '@droptrack/persistence';
import { readmeLines, untilSaid } from './readme-lines';
import { until } from './service';
import type { Tour } from './tour';

/** Path of a calendar's address, without the host that it names. */
const pathOf = (url: string): string => new URL(url).pathname;

/** Subscribes to a calendar by the line of the README, replaces its address, and tries wrong ones. */
export async function visitCalendar(tour: Tour): Promise<void> {
  const key = tour.keys.pro;
  const { stdout } = await tour.shell.run(readmeLines().get('a calendar app')!);
  const created = tour.readCalendar(stdout);
  const first = pathOf(created.url);
  const read = await tour.ask(created.url);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(read.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*BEGIN:VEVENT[^]*END:VCALENDAR\r\n$/);
  const again = await tour.ask(created.url, { headers: { 'if-none-match': read.headers.get('etag')! } });
  expect([again.status, again.text]).toEqual([304, '']);

  const rotated = await tour.ask(`/v1/calendars/${created.id}/rotate`, { key, method: 'POST' });
  const { url } = tour.readCalendar(rotated.text);
  expect((await tour.ask(url)).status).toBe(200);
  expect(await tour.ask(first)).toMatchObject({ status: 404, text: expect.stringContaining('calendar_not_found') });
  const token = /dtf_\w+/.exec(url)![0];
  const wrong = [
    ...[`/v1/calendars/${token.slice(0, -1)}.ics`, `/v1/calendars/${token}x.ics`, `/v1/calendars/${token}.ICS`],
    ...[`/v1/calendars/${token}`, `/v1/calendar/${token}.ics`, `/${token}.ics`, `/v1/calendars/${token}.ics/`],
    ...[
      `/v1/calendars/${encodeURIComponent(`${token}\n`)}.ics`,
      `/v1/calendars?token=${token}`,
      '/v1/calendars/dtf_.ics',
    ],
    `/v1/drops?q=${token}`,
  ];
  for (const path of wrong)
    for (const sent of [undefined, key]) await tour.ask(path, sent === undefined ? {} : { key });
  // The response repeats the name of an unknown parameter to its sender.
  await fetch(new URL(`/v1/drops?${token}=1`, tour.apiUrl), { headers: { authorization: `Bearer ${key}` } });
  expect((await tour.ask('/v1/calendars', { key: token })).status).toBe(401);
  expect((await tour.ask(`${pathOf(url)}?x=1`, { method: 'POST' })).status).toBe(405);
  expect((await tour.ask('/v1/calendars', { key, json: { types: [token] } })).status).toBe(422);

  const spare = tour.readCalendar((await tour.ask('/v1/calendars', { key, json: { name: 'spare' } })).text);
  expect((await tour.ask(`/v1/calendars/${spare.id}`, { key, method: 'DELETE' })).status).toBe(204);
  expect((await tour.ask(spare.url)).status).toBe(404);
}

/** Follows the stream by the line of the README, and resumes it. */
export async function visitStream(tour: Tour): Promise<void> {
  const stream = tour.shell.start(readmeLines().get('a bot')!);
  const [, position] = await untilSaid(stream, /^id: (\d+)\nevent: position\n/m);
  await tour.change();
  const [, id] = await untilSaid(stream, /^data: \{"id":"(evt_[\w-]+)","type":"drop\.updated"/m);
  await stream.stop();
  tour.note(200, '');

  const { pro, free } = tour.keys;
  const resumed = await openStream(tour, pro, { 'last-event-id': position! });
  await until(() => resumed.text().includes(`"id":"${id}"`));
  resumed.close();

  const one = await openStream(tour, free);
  const second = await tour.ask('/v1/stream', { key: free });
  expect([second.status, second.text]).toEqual([429, expect.stringContaining('too_many_streams')]);
  one.close();
  const unknown = generateApiKey();
  tour.secrets.add('API key', unknown);
  expect((await tour.ask('/v1/stream', { key: unknown })).status).toBe(401);
  expect((await tour.ask(`/v1/stream?type=${unknown}&drop=${unknown}`, { key: pro })).status).toBe(400);
  expect((await tour.ask('/v1/stream', { key: pro, headers: { 'last-event-id': unknown } })).status).toBe(400);
}

async function openStream(tour: Tour, key: string, headers: Record<string, string> = {}) {
  const end = new AbortController();
  const { body, status } = await fetch(new URL('/v1/stream', tour.apiUrl), {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: end.signal,
  });
  tour.note(status, '');
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of body!) text += Buffer.from(chunk).toString();
  };
  void read().catch(() => undefined);
  await until(() => text.includes('event: position'));
  return { text: () => text, close: () => end.abort() };
}
