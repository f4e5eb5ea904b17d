import type { ServiceStatus } from '@droptrack/contracts';
import { finderSource, SourceRepository } from '@droptrack/persistence';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const TERMS = { kind: 'poll' as const, offReason: null, requestsPerMinute: 60, requestBurst: 10 };

describe('GET /v1/status', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea', { sources: { defillama: 'linea' } })]);
    const sources = new SourceRepository(api.db);
    await sources.declare([{ id: 'defillama', ...TERMS }, { id: 'reddit', ...TERMS, offReason: 'no key' }], Date.now()); // prettier-ignore
    await sources.declare([{ kind: 'find', id: finderSource('evm-campaigns/base'), offReason: null }], Date.now());
    const failure = 'linea: https://user:secret@api.example/?key=secret failed';
    await api.db.query(`UPDATE task_sources SET failed_at = now(), failure_kind = 'network', failure = $1`, [failure]);
    await api.db.query(`UPDATE tasks SET failures = 2, failure_kind = 'network' WHERE kind = 'find'`);
    await api.keysSeen();
  });
  afterAll(() => api.stop());

  it('returns the position of the data, the sources and the finders, and no message of a source', async () => {
    const status = await api.sdk.status();
    expect(status.data).toEqual({ as_of: status.as_of, delay_seconds: 0, sequence: expect.any(Number) });
    expect(status.data.sequence).toBeGreaterThan(0);
    expect(status.sources).toEqual([
      {
        id: 'defillama',
        status: 'unknown',
        last_success_at: null,
        last_failure_at: expect.any(String),
        polls: 1,
        polls_due: 1,
        polls_failing: 0,
      },
      expect.objectContaining({ id: 'reddit', status: 'off', polls: 0 }),
    ]);
    expect(status.finders).toMatchObject([{ id: 'evm-campaigns/base', source: 'evm-campaigns', status: 'failing' }]);
    expect(status.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(JSON.stringify(status)).not.toContain('secret');
  });

  it('returns the delay of the plan', async () => {
    const headers = { authorization: `Bearer ${api.keys.free}` };
    const response = await api.inject({ method: 'GET', url: '/v1/status', headers });
    const { data, as_of } = response.json<ServiceStatus>();
    expect([response.statusCode, data.delay_seconds, data.as_of]).toEqual([200, 60, as_of]);
  });

  it('rejects a parameter', async () => {
    expect((await api.get('/v1/status?verbose=1')).json()).toMatchObject({ status: 400, code: 'unknown_parameter' });
  });
});

describe('GET /v1/status without a database', () => {
  it('returns the data from memory without reports, and 503 once it is too old', async () => {
    const lost = await startApi([dropDefinition('linea')]);
    await lost.keysSeen();
    await lost.get('/v1/me');
    await lost.loseDatabase();
    const response = await lost.get('/v1/status');
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ sources: null, finders: null, checked_at: null }),
    ]);
    lost.passTime(60_000);
    expect((await lost.get('/v1/status')).json()).toMatchObject({ status: 503, code: 'unavailable' });
    await lost.stop();
  });
});
