import type { CreateCalendarFeed, Problem } from '@droptrack/contracts';
import { parseFeedToken } from '@droptrack/persistence';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('/v1/calendars', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')]);
  });
  beforeEach(() => api.db.query('DELETE FROM calendar_feeds'));
  afterAll(() => api.stop());

  const post = (body: unknown) => api.post('/v1/calendars', JSON.stringify(body));
  const violationsOf = async (body: unknown) => {
    const response = await post(body);
    const { code, errors } = response.json<Problem>();
    expect([response.statusCode, code]).toEqual([422, 'validation_failed']);
    return errors.map((error) => [(error as { pointer: string }).pointer, error.code]);
  };

  describe('POST', () => {
    it('creates a calendar of all events for every plan, and returns its address', async () => {
      const { data, status, headers } = await api.free.calendars.create().withResponse();
      expect(data).toEqual({
        id: expect.stringMatching(/^feed_[0-9a-z]{20}$/) as string,
        name: 'Droptrack',
        types: null,
        chains: null,
        drops: null,
        form: 'points',
        remind: null,
        created_at: expect.any(String) as string,
        last_read_at: null,
        url: expect.stringMatching(/^http:\/\/api\.test\/v1\/calendars\/dtf_[0-9A-Za-z]{36}\.ics$/) as string,
        webcal_url: data.url.replace('http:', 'webcal:'),
      });
      expect(parseFeedToken(data.url.slice('http://api.test/v1/calendars/'.length, -'.ics'.length))).not.toBeNull();
      expect([status, headers.get('location')]).toEqual([201, `http://api.test/v1/calendars/${data.id}`]);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('accepts all properties', async () => {
      const given: CreateCalendarFeed = {
        name: 'Über uns; 7, täglich',
        types: ['claim', 'tge'],
        chains: ['nowhere-yet'],
        drops: ['linea'],
        form: 'spans',
        remind: 'PT30M',
      };
      const { id } = await api.sdk.calendars.create(given);
      expect(await api.sdk.calendars.get(id)).toMatchObject(given);
    });

    it('takes null as absent', async () => {
      const absent = { name: null, types: null, chains: null, drops: null, remind: null };
      expect(await api.sdk.calendars.create(absent)).toMatchObject({ ...absent, name: 'Droptrack' });
    });

    it('reports all violations in one response, each with its pointer', async () => {
      const invalid = { name: '', types: ['claim', 'ico', 'claim'], chains: [], drops: ['../etc'], form: 'bars' };
      expect(await violationsOf({ ...invalid, remind: 'P1Y', colour: 1 })).toEqual([
        ['#/colour', 'unknown'],
        ['#/name', 'length'],
        ['#/types/1', 'enum'],
        ['#/types/2', 'repeated'],
        ['#/chains', 'range'],
        ['#/drops/0', 'format'],
        ['#/form', 'enum'],
        ['#/remind', 'range'],
      ]);
    });

    it.each<[string, object, string[]]>([
      ['unknown drops', { drops: ['linea', 'atlantis'] }, ['#/drops/1']],
      [
        'other types',
        { name: 7, types: 'claim', chains: {}, form: null, remind: 60 },
        ['#/name', '#/types', '#/chains', '#/form', '#/remind'],
      ],
      ['101 characters', { name: 'x'.repeat(101) }, ['#/name']],
      ['two lines', { name: 'a\r\nATTENDEE:b' }, ['#/name']],
      ['101 drops', { drops: Array.from({ length: 101 }, (_, index) => `drop-${index}`) }, ['#/drops']],
      ['a reminder of 31 days', { remind: 'P31D' }, ['#/remind']],
      ['a reminder after the start', { remind: '-P1D' }, ['#/remind']],
      ['a reminder of nothing', { remind: 'PT0M' }, ['#/remind']],
    ])('rejects %s', async (_, body, pointers) => {
      expect((await violationsOf(body)).map(([pointer]) => pointer)).toEqual(pointers);
    });

    it('rejects the 21st calendar of an account, until one is deleted', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 20; count += 1) ids.push((await api.sdk.calendars.create()).id);
      expect(await violationsOf({})).toEqual([['#', 'limit']]);
      await api.sdk.calendars.delete(ids[3]!);
      expect((await post({})).statusCode).toBe(201);
      expect((await api.sdk.calendars.list()).data).toHaveLength(20);
    });
  });

  it('lists and returns the calendars of the account without their addresses, and no others', async () => {
    const { url, webcal_url, ...feed } = await api.sdk.calendars.create({ name: 'Mine' });
    const listed = await api.get('/v1/calendars');
    expect(listed.json()).toMatchObject({ data: [feed], has_more: false });
    expect(await api.sdk.calendars.get(feed.id)).toEqual(feed);
    expect(listed.body).not.toContain('dtf_');
    expect([url, webcal_url].every((address) => address.includes('dtf_'))).toBe(true);
    expect((await api.free.calendars.list()).data).toEqual([]);
  });

  // Another error for a calendar of another account would confirm that its id exists.
  it('returns the same 404 for unknown calendars and those of other accounts', async () => {
    const { id } = await api.sdk.calendars.create();
    const problems: unknown[] = [];
    for (const other of [id, 'feed_00000000000000000000', 'nope', "feed_'--"]) {
      for (const call of ['get', 'delete', 'rotate'] as const) {
        const error = await api.free.calendars[call](other).then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(error).toMatchObject({ name: 'NotFoundError', code: 'calendar_not_found' });
        problems.push((error as Error).message);
      }
    }
    expect(new Set(problems).size).toBe(1);
    expect((await api.sdk.calendars.get(id)).id).toBe(id);
  });

  it('needs a key', async () => {
    for (const [method, url] of [
      ['POST', '/v1/calendars'],
      ['GET', '/v1/calendars'],
      ['GET', '/v1/calendars/feed_00000000000000000000'],
      ['DELETE', '/v1/calendars/feed_00000000000000000000'],
      ['POST', '/v1/calendars/feed_00000000000000000000/rotate'],
    ] as const) {
      const response = await api.inject({ method, url });
      expect([response.statusCode, response.json<Problem>().code]).toEqual([401, 'missing_api_key']);
    }
  });
});
