import type { Problem } from '@droptrack/contracts';
import { gunzipSync } from 'node:zlib';
import ICAL from 'ical.js';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const DAY_MS = 86_400_000;
const at = (offset: number): string =>
  `${new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)}T12:00:00.000Z`;
const fact = <T>(value: T) => ({ value, source: null });
const minute = { precision: 'minute' } as const;

const CLAIM = eventDefinition('claim', at(-60), { ...minute, endsAt: at(20), title: 'Claim window' });
const LINEA = dropDefinition('linea', { chain: fact('linea'), events: [CLAIM] });
const ZORA = dropDefinition('zora', {
  chain: fact('base'),
  events: [
    eventDefinition('tge', at(9), { ...minute, type: 'tge', title: 'Token launch' }),
    eventDefinition('old', at(-200), { ...minute, type: 'snapshot', title: 'Old snapshot' }),
    eventDefinition('recent', at(-20), { ...minute, type: 'snapshot', title: 'Snapshot' }),
  ],
});

describe('GET /v1/calendars/dtf_{token}.ics', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([LINEA, ZORA], { stopClock: true });
  });
  afterAll(() => api.stop());
  beforeEach(() => api.db.query('DELETE FROM calendar_feeds'));

  const pathOf = ({ url }: { readonly url: string }) => url.slice('http://api.test'.length);
  const read = (url: string, headers: Record<string, string> = {}) => api.inject({ method: 'GET', url, headers });
  const eventsIn = (body: string) => new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
  const summariesIn = (body: string) => eventsIn(body).map((event) => event.getFirstPropertyValue('summary'));
  const create = async (...given: Parameters<TestApi['sdk']['calendars']['create']>) =>
    pathOf(await api.sdk.calendars.create(...given));

  describe('200', () => {
    it('is a calendar for apps, without a key', async () => {
      const response = await read(await create({ name: 'Mine' }));
      expect([response.statusCode, response.headers]).toEqual([
        200,
        expect.objectContaining({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="droptrack.ics"',
          'cache-control': 'private, max-age=900',
          etag: expect.stringMatching(/^W\/"/) as string,
        }),
      ]);
      expect(summariesIn(response.body)).toEqual(['Linea: Claim closes', 'Zora: Snapshot', 'Zora: Token launch']);
      expect(response.body).toContain('X-WR-CALNAME:Mine\r\n');
      expect(response.body).toMatch(/\r\nUID:cal_[0-9a-f]{20}\.end@api\.test\r\n/);
    });

    it('contains the events of its filters, in its form, with its reminder', async () => {
      const summariesOf = async (...given: Parameters<typeof create>) =>
        summariesIn((await read(await create(...given))).body);
      expect(await summariesOf({ types: ['tge', 'claim'] })).toEqual(['Linea: Claim closes', 'Zora: Token launch']);
      expect(await summariesOf({ chains: ['base'], types: ['tge'] })).toEqual(['Zora: Token launch']);
      expect(await summariesOf({ drops: ['linea'], form: 'spans' })).toEqual(['Linea: Claim window']);
      const reminding = (await read(await create({ drops: ['linea'], remind: 'PT12H' }))).body;
      expect(reminding).toContain('TRIGGER:-PT12H\r\n');
    });

    it('is never empty', async () => {
      expect(summariesIn((await read(await create({ chains: ['nowhere'] }))).body)).toEqual([
        'No event is announced that matches this calendar',
      ]);
    });

    it('ignores parameters that apps add, and any Accept header', async () => {
      const response = await read(`${await create()}?nocache=1&nocache=2`, { accept: 'text/html' });
      expect(response.statusCode).toBe(200);
    });

    it('has the same bytes for HEAD, without them, and compressed', async () => {
      const url = await create();
      const [plain, head] = [await read(url), await api.inject({ method: 'HEAD', url })];
      expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', plain.headers['etag']]);
      const zipped = await read(url, { 'accept-encoding': 'gzip' });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    });

    it('costs the account no tokens', async () => {
      const url = await create();
      const before = (await api.sdk.me()).rate_limit.remaining;
      for (let count = 0; count < 5; count += 1) await read(url);
      expect((await api.sdk.me()).rate_limit.remaining).toBe(before - 1);
    });

    it('records the read', async () => {
      const created = await api.sdk.calendars.create();
      await read(pathOf(created));
      const lastRead = async () => (await api.sdk.calendars.get(created.id)).last_read_at;
      let at = await lastRead();
      for (let tries = 0; at === null && tries < 100; tries += 1) at = await lastRead();
      expect(at).not.toBeNull();
    });
  });

  // Apps poll for years: an unchanged calendar must cost a header.
  it('is 304 until an event changes, and then shows the change under the same UID with a higher sequence', async () => {
    const url = await create({ drops: ['zora'], types: ['tge'] });
    const before = await read(url);
    const etag = String(before.headers['etag']);
    await api.apply([{ ...LINEA, name: 'Linea Voyage' }, ZORA]);
    expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(304);
    const of = (body: string) =>
      eventsIn(body).map((event) =>
        ['uid', 'sequence', 'dtstart', 'status'].map((name) => event.getFirstPropertyValue(name)?.toString()),
      );
    const [[uid] = []] = of(before.body);

    const [tge, ...others] = ZORA.events;
    await api.apply([LINEA, { ...ZORA, events: [{ ...tge!, startsAt: at(12) }, ...others] }]);
    const moved = await read(url, { 'if-none-match': etag });
    expect([moved.statusCode, of(moved.body)]).toEqual([200, [[uid, '1', at(12).slice(0, 19) + 'Z', 'CONFIRMED']]]);

    await api.apply([LINEA, { ...ZORA, events: others }]);
    expect(of((await read(url)).body)).toEqual([[uid, '2', at(12).slice(0, 19) + 'Z', 'CANCELLED']]);
    await api.apply([LINEA, ZORA]);
  });

  // The last state of an archived drop is not in the catalogue, so its events cannot stay as cancelled ones.
  it('loses the events of an archived drop at once, as the guide says', async () => {
    const url = await create();
    await api.apply([ZORA]);
    expect(summariesIn((await read(url)).body)).toEqual(['Zora: Snapshot', 'Zora: Token launch']);
    await api.apply([LINEA, ZORA]);
  });

  describe('404', () => {
    const problemAt = async (url: string) => {
      const { status, code, detail, instance } = (await read(url)).json<Problem>();
      return { status, code, detail, instance };
    };

    // Different errors would show a stranger which addresses existed.
    it('is the same for unknown, mistyped, rotated, deleted and orphaned addresses', async () => {
      const owner = await api.issueKey('pro');
      const sdk = api.sdkOf(owner.secret);
      const [rotated, deleted, orphaned] = [
        await sdk.calendars.create(),
        await sdk.calendars.create(),
        await sdk.calendars.create(),
      ];
      for (const feed of [rotated, deleted, orphaned]) expect((await read(pathOf(feed))).statusCode).toBe(200);
      const next = await sdk.calendars.rotate(rotated.id);
      expect(next).toMatchObject({ id: rotated.id, last_read_at: null });
      expect((await read(pathOf(next))).statusCode).toBe(200);
      await sdk.calendars.delete(deleted.id);
      const mistyped = pathOf(rotated).replace(/.\.ics$/, (end) => (end[0] === '0' ? '1.ics' : '0.ics'));
      const ended = [rotated, deleted].map(pathOf);
      const problems = [];
      for (const url of [...ended, mistyped, '/v1/calendars/dtf_x.ics', '/v1/calendars/dtf_a.b.ics']) {
        problems.push(await problemAt(url));
      }
      await api.revokeKey(owner.key.id);
      await api.keysSeen();
      problems.push(await problemAt(pathOf(orphaned)), await problemAt(pathOf(next)));
      expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
      expect(problems[0]).toEqual({
        status: 404,
        code: 'calendar_not_found',
        detail: 'No calendar has this address: it is mistyped, or was replaced or deleted',
        instance: '/v1/calendars/dtf_REDACTED',
      });
    });

    it('reads a feed by any valid key of its account, as with webhooks', async () => {
      const owner = await api.issueKey('pro');
      const url = pathOf(await api.sdkOf(owner.secret).calendars.create());
      await api.rotateKey(owner.key.id);
      await api.revokeKey(owner.key.id);
      expect((await read(url)).statusCode).toBe(200);
    });

    it('without .ics the address is no calendar, and asks for a key', async () => {
      const url = (await create()).replace(/\.ics$/, '');
      const response = await read(url);
      expect(response.json()).toMatchObject({ code: 'missing_api_key', instance: '/v1/calendars/dtf_REDACTED' });
      expect((await api.get(url)).json()).toMatchObject({ code: 'calendar_not_found' });
    });
  });

  describe('429', () => {
    it('limits each calendar to 60 requests an hour, apart from the others', async () => {
      const [busy, other] = [await create(), await create()];
      for (let count = 0; count < 60; count += 1) expect((await read(busy)).statusCode).toBe(200);
      const rejected = await read(busy);
      expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '60']);
      expect((await read(other)).statusCode).toBe(200);
      api.passTime(60_000);
      expect((await read(busy)).statusCode).toBe(200);
    });

    it('limits an address that guesses, as with keys, and still serves it the calendars that it reads', async () => {
      const url = await create();
      const from = (path: string) => api.inject({ method: 'GET', url: path, remoteAddress: '203.0.113.7' });
      expect((await from(url)).statusCode).toBe(200);
      const statuses: number[] = [];
      for (let count = 0; count < 101; count += 1) statuses.push((await from('/v1/calendars/dtf_x.ics')).statusCode);
      expect([statuses.at(0), statuses.at(-1)]).toEqual([404, 429]);
      expect((await from(await create())).statusCode).toBe(429);
      expect((await from(url)).statusCode).toBe(200);
    });
  });

  // Anyone who knows the address can read the calendar: it must not travel further than to its owner and its reader.
  it('leaves the token in no log, no metric, no table and no problem document', async () => {
    const created = await api.sdk.calendars.create();
    const url = pathOf(created);
    const [token = ''] = /[0-9A-Za-z]{36}(?=\.ics)/.exec(url) ?? [];
    const encoded = `%64tf_${token}`;
    const answers = [
      await read(url),
      await api.inject({ method: 'HEAD', url }),
      await api.inject({ method: 'DELETE', url }),
      await api.inject({ method: 'OPTIONS', url }),
      await api.breakOnce(() => read(url), new Error('broken')),
      ...(await Promise.all(
        [
          `${url}/`,
          `${url}%zz`,
          url.replace('.ics', ''),
          url.replace('.ics', '.ICS'),
          `/v1/calendars/${encoded}`,
          `/v1/calendars/${encoded}%zz`,
          `/v2/calendars/dtf_${token}.ics`,
        ].map((path) => read(path)),
      )),
      await api.get(url.replace('.ics', '')),
    ];
    expect(answers.some(({ statusCode }) => statusCode === 500)).toBe(true);
    await api.sdk.calendars.rotate(created.id);
    answers.push(await read(url));
    const tables = await api.db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows = await Promise.all(tables.map(({ name }) => api.db.query(`SELECT t::text FROM ${name} AS t`)));
    const kept = [...api.logs, await api.metrics(), JSON.stringify(rows)];
    const sent = answers.flatMap(({ body, headers }) => [body, JSON.stringify(headers)]);
    expect(api.logs.join('')).toContain('/v1/calendars/dtf_:token.ics');
    for (const text of [...kept, ...sent]) expect(text).not.toContain(token);
  });

  it('is 503 without a database', async () => {
    const url = await create();
    await api.loseDatabase();
    expect((await read(url)).json()).toMatchObject({ status: 503, code: 'unavailable' });
  });
});
