import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithDebian } from '../../../tools/test/debian-programs';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const noonIn = (days: number): string => `${dayIn(days)}T12:00:00.000Z`;

/** Names as strangers choose them. A backslash before n, comma or semicolon is not among them: icalendar 4 misreads it. */
const NAMES = ['a;b,c\\d', 'line\nbreak', '🦄 👩‍🚀 é', 'שלום ﷺ', 'x'.repeat(200), '"quoted": BEGIN:VEVENT'];
const STRANGE = NAMES.map((name, index) =>
  dropDefinition(`strange-${index}`, {
    name,
    events: [
      eventDefinition('claim', noonIn(5), { precision: 'minute', endsAt: noonIn(50), title: name }),
      eventDefinition('tge', `${dayIn(8)}T00:00:00.000Z`, { type: 'tge', precision: 'month', title: name }),
      eventDefinition('day', `${dayIn(9)}T00:00:00.000Z`, { type: 'phase', status: 'tentative', title: name }),
    ],
  }),
);

const EVENT = eventDefinition('tge', noonIn(5), { type: 'tge', precision: 'minute', title: 'Token launch' });
const OTHER = eventDefinition('snapshot', noonIn(6), { type: 'snapshot', precision: 'minute', title: 'Snapshot' });
const linea = (...events: (typeof EVENT)[]) => dropDefinition('linea', { events });

const PYTHON = '/usr/bin/python3';
const JUDGE = `
import json, sys, icalendar, vobject
text = sys.stdin.buffer.read()
def summaries(calendar):
    return sorted([str(e['UID']), str(e['SUMMARY'])] for e in calendar.walk('VEVENT'))
first = icalendar.Calendar.from_ical(text)
again = icalendar.Calendar.from_ical(first.to_ical())
errors = [str(e.errors) for e in first.walk() if getattr(e, 'errors', [])]
other = vobject.readOne(text.decode('utf-8'))
rewritten = vobject.readOne(other.serialize())
pairs = lambda c: sorted([e.uid.value, e.summary.value] for e in c.vevent_list)
print(json.dumps({'icalendar': summaries(first), 'again': summaries(again), 'errors': errors,
                  'vobject': pairs(other), 'rewritten': pairs(rewritten)}))
`;

describeWithDebian({
  packages: ['python3-icalendar', 'python3-vobject'],
  probes: [[PYTHON, '-c', 'import icalendar, vobject']],
})('calendars as other libraries read them', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(STRANGE);
  });
  afterAll(() => api.stop());

  it.each(['points', 'spans'] as const)(
    'are read and written again unchanged by two libraries of Python: %s',
    async (form) => {
      const { url } = await api.sdk.calendars.create({ name: NAMES[0]!, form, remind: 'P1D' });
      const { body } = await api.inject({ method: 'GET', url: url.replace('http://api.test', '') });
      const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', JUDGE], { input: body, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      const { errors, ...read } = JSON.parse(stdout) as Record<string, [string, string][]>;
      expect(errors).toEqual([]);
      const events = (await api.sdk.calendar.list({ from: dayIn(0) }).toArray({ limit: 100 })).length;
      expect(read['icalendar']).toHaveLength(form === 'spans' ? events : events + NAMES.length);
      for (const pairs of Object.values(read)) expect(pairs).toEqual(read['icalendar']);
      const summaries = read['icalendar']!.map(([, summary]) => summary);
      for (const name of NAMES.map((each) => each.replaceAll('\n', ' '))) {
        expect(summaries.some((summary) => summary.startsWith(`${name}: ${name}`))).toBe(true);
      }
    },
  );
});

describeWithDebian({
  packages: ['vdirsyncer', 'khal'],
  probes: [
    ['vdirsyncer', '--version'],
    ['khal', '--version'],
  ],
})('a subscriber (vdirsyncer and khal)', () => {
  let api: TestApi;
  let home = '';
  let origin = '';
  beforeAll(async () => {
    api = await startApi([linea(EVENT, OTHER)]);
    origin = await api.listen();
    home = mkdtempSync(join(tmpdir(), 'droptrack-subscriber-'));
    mkdirSync(join(home, 'calendar'));
  });
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await api.stop();
  });

  const env = () => ({ ...process.env, HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC' });
  const subscribe = (url: string) => {
    writeFileSync(join(home, 'vdirsyncer'), syncerConfig(home, url.replace('http://api.test', origin)));
    writeFileSync(join(home, 'khal'), khalConfig(home));
    return run('vdirsyncer', ['-c', join(home, 'vdirsyncer'), 'discover'], { env: env() });
  };
  const sync = () => run('vdirsyncer', ['-c', join(home, 'vdirsyncer'), 'sync'], { env: env() });
  const shown = async (): Promise<string[]> => {
    const format = ['--day-format', '', '--format', '{start} {cancelled}{title}'];
    const { stdout } = await run('khal', ['-c', join(home, 'khal'), 'list', ...format, dayIn(0), '30d'], {
      env: env(),
    });
    return stdout.split('\n').filter((line) => line.trim() !== '');
  };

  it('sees a moved event move and a cancelled one cancelled, without duplicates, until the address is replaced', async () => {
    const feed = await api.sdk.calendars.create({ name: 'Mine' });
    await subscribe(feed.url);
    await sync();
    const snapshot = `${dayIn(6)} 12:00 Linea: Snapshot`;
    expect(await shown()).toEqual([`${dayIn(5)} 12:00 Linea: Token launch`, snapshot]);

    await api.apply([linea({ ...EVENT, startsAt: noonIn(9) }, OTHER)]);
    await sync();
    expect(await shown()).toEqual([snapshot, `${dayIn(9)} 12:00 Linea: Token launch`]);

    await api.apply([linea(OTHER)]);
    await sync();
    expect(await shown()).toEqual([snapshot, `${dayIn(9)} 12:00 CANCELLED Cancelled: Linea: Token launch`]);
    expect(readdirSync(join(home, 'calendar'))).toHaveLength(2);

    const { url } = await api.sdk.calendars.rotate(feed.id);
    await expect(sync()).rejects.toMatchObject({ stderr: expect.stringContaining('Not Found') as string });
    await subscribe(url);
    await sync();
    expect(await shown()).toHaveLength(2);
  });
});

const syncerConfig = (home: string, url: string): string => `
[general]
status_path = "${home}/status/"
[pair feed]
a = "local"
b = "remote"
collections = null
conflict_resolution = "b wins"
partial_sync = "revert"
[storage local]
type = "filesystem"
path = "${home}/calendar/"
fileext = ".ics"
[storage remote]
type = "http"
url = "${url}"
`;

const khalConfig = (home: string): string => `
[calendars]
[[feed]]
path = ${home}/calendar
readonly = True
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = UTC
default_timezone = UTC
[sqlite]
path = ${home}/khal.db
`;
