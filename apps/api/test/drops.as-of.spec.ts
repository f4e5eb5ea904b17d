import { confirmLog, readRevisions } from '@droptrack/persistence';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

describe('GET /v1/drops/{id}?as_of', () => {
  let api: TestApi;
  /** Confirmed instants: before the drop was renamed, before another one was added, and after both. */
  let before: string;
  let between: string;
  let after: string;
  const now = async () => new Date((await confirmLog(api.db)).asOfMs).toISOString();
  const gone = dropDefinition('gone');

  beforeAll(async () => {
    api = await startApi([dropDefinition('linea'), gone]);
    before = await now();
    await api.apply([dropDefinition('linea', { name: 'Linea renamed' }), gone]);
    between = await now();
    await api.apply([dropDefinition('linea', { name: 'Linea renamed' }), dropDefinition('fresh')]);
    after = await now();
  });
  afterAll(() => api.stop());

  const codeOf = async (path: string) => {
    const response = await api.get(path);
    return [response.statusCode, response.json<{ code: string }>().code];
  };

  describe('200', () => {
    it('returns the drop as of the instant, permanently', async () => {
      const [then, later] = [await api.sdk.drops.get('linea', { as_of: before }), await api.sdk.drops.get('linea')];
      expect([then.name, later.name]).toEqual(['Linea', 'Linea renamed']);
      expect({ ...then, name: later.name, updated_at: later.updated_at }).toEqual(later);
      expect(Date.parse(then.updated_at)).toBeLessThanOrEqual(Date.parse(before));
      expect(await api.sdk.drops.get('linea', { as_of: after })).toEqual(later);
      expect((await api.sdk.drops.get('gone', { as_of: between })).id).toBe('gone');
    });

    it('includes a change from the millisecond at which it was recorded', async () => {
      const { updated_at } = await api.sdk.drops.get('linea');
      const justBefore = new Date(Date.parse(updated_at) - 1).toISOString();
      const names = [updated_at, justBefore].map(async (as_of) => (await api.sdk.drops.get('linea', { as_of })).name);
      expect(await Promise.all(names)).toEqual(['Linea renamed', 'Linea']);
    });

    it('returns the instant in UTC for any time zone of the parameter', async () => {
      const local = new Date(Date.parse(before) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
      const { headers } = await api.sdk.drops.get('linea', { as_of: local }).withResponse();
      expect(headers.get('x-data-as-of')).toBe(before);
    });

    // The response for an instant never changes, so no later revision can have an earlier time.
    it('confirms an instant that was not confirmed before', async () => {
      const queries = jest.spyOn(api.db, 'query');
      const confirmations = () => queries.mock.calls.filter(([sql]) => sql.includes('confirm_log')).length;
      let [asOf, byApi] = ['', 0];
      // The follower can have confirmed the instant first; then the request has nothing to confirm.
      for (let tries = 0; byApi === 0 && tries < 20; tries += 1) {
        asOf = await now();
        const before = confirmations();
        await api.sdk.drops.get('linea', { as_of: asOf });
        byApi = confirmations() - before;
      }
      expect(byApi).toBeGreaterThan(0);
      queries.mockRestore();
      await api.apply([dropDefinition('linea', { name: 'Linea renamed' }), dropDefinition('fresh', { name: 'New' })]);
      const { updated_at } = await api.sdk.drops.get('fresh');
      expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(asOf));
    });

    it('supports HEAD and 304, with the entity tag of the current drop if nothing has changed', async () => {
      const path = `/v1/drops/linea?as_of=${after}`;
      const [whole, now, head] = [await api.get(path), await api.get('/v1/drops/linea'), await api.head(path)];
      expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', whole.headers['etag']]);
      expect(whole.headers['etag']).toBe(now.headers['etag']);
      const unchanged = await api.get(path, { 'if-none-match': String(whole.headers['etag']) });
      expect([unchanged.statusCode, unchanged.headers['x-data-as-of']]).toEqual([304, after]);
      const past = await api.get(`/v1/drops/linea?as_of=${before}`);
      expect(past.headers['etag']).not.toBe(whole.headers['etag']);
    });
  });

  describe('400', () => {
    it.each(['yesterday', '2026-02-30T00:00:00Z', '2026-08-22', '', '1724000000', 'null'])(
      'rejects %p',
      async (asOf) => {
        const response = await api.get(`/v1/drops/linea?as_of=${asOf}`);
        expect(response.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'as_of' }] });
      },
    );

    it('rejects a repeated and an unknown parameter', async () => {
      expect(await codeOf(`/v1/drops/linea?as_of=${before}&as_of=${before}`)).toEqual([400, 'repeated_parameter']);
      expect(await codeOf(`/v1/drops/linea?as_of=${before}&colour=red`)).toEqual([400, 'unknown_parameter']);
    });

    it.each(['linea', 'nope', 'NOT-A-SLUG', '%00'])(
      'rejects an instant in the future or before the log, before it looks up %s',
      async (id) => {
        const [first] = await readRevisions(api.db, 0, 1, 1);
        const tooEarly = new Date((first?.recordedAtMs ?? NaN) - 1).toISOString();
        const future = new Date(Date.now() + 60_000).toISOString();
        for (const asOf of [tooEarly, future, '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
          const response = await api.get(`/v1/drops/${id}?as_of=${asOf}`);
          expect(response.json()).toMatchObject({
            status: 400,
            code: 'as_of_out_of_range',
            errors: [{ parameter: 'as_of', code: 'range', detail: expect.any(String) }],
          });
        }
      },
    );
  });

  describe('403', () => {
    it.each(['as_of=2026-08-22T10:00:00Z', 'as_of=yesterday', 'as_of', 'colour=red&as%5Fof=1', 'as_of=1&as_of=2'])(
      'rejects the parameter for the plan free before other errors: %s',
      async (query) => {
        const response = await api.getAs('free', `/v1/drops/nope?${query}`);
        const body = { code: 'plan_required', required_plan: 'pro', current_plan: 'free', errors: [] };
        expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining(body)]);
      },
    );

    it('returns the current drop to the plan free', async () => {
      expect((await api.getAs('free', '/v1/drops/linea')).statusCode).toBe(200);
      const response = await api.getAs('free', '/v1/drops/linea?colour=red');
      expect(response.json()).toMatchObject({ code: 'unknown_parameter' });
    });
  });

  it('returns 404 for a drop that did not exist at the instant', async () => {
    expect(await codeOf(`/v1/drops/fresh?as_of=${between}`)).toEqual([404, 'drop_not_found']);
    expect(await codeOf(`/v1/drops/nope?as_of=${after}`)).toEqual([404, 'drop_not_found']);
    expect(await codeOf(`/v1/drops/%00?as_of=${after}`)).toEqual([404, 'drop_not_found']);
    expect((await api.sdk.drops.get('fresh', { as_of: after })).name).toBe('Fresh');
  });

  it('returns 410 for a drop that was archived at the instant', async () => {
    expect(await codeOf(`/v1/drops/gone?as_of=${after}`)).toEqual([410, 'drop_archived']);
  });

  it('returns 503 with Retry-After while the database is unavailable', async () => {
    await api.loseDatabase();
    const response = await api.get(`/v1/drops/linea?as_of=${before}`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect((await api.get('/v1/drops/linea')).statusCode).toBe(200);
  });
});
