import { PORTABLE_HASH, verifyProof } from '@droptrack/eligibility';
import { purgeLists, rollBackList } from '@droptrack/persistence';
import type { CurrentView } from '../src/catalogue/current-view';
import type { LogDatabase } from '../src/catalogue/log-database';
import { ListVersions } from '../src/resources/eligibility/list-versions';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const [FIRST, BOTH, SYBIL] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const of = { dropId: 'linea', kind: 'allocation' } as const;

describe('POST /v1/eligibility with list_version', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi([dropDefinition('linea'), dropDefinition('other')]);
    const tree = { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH } as const;
    await publishList(api.db, 'linea', { [FIRST]: 1n, [BOTH]: 2n }, 'allocation', { tree });
    await publishList(api.db, 'linea', { [BOTH]: 3n });
    await publishList(api.db, 'linea', { [SYBIL]: 0n }, 'exclusion');
    await api.caughtUp();
  });
  afterEach(() => api.stop());
  const check = (wallet: string, list_version?: number, drop = 'linea') =>
    api.sdk.eligibility.check({ wallet, drop, ...(list_version !== undefined && { list_version }) });

  it('is decided by that version alone, with its proofs', async () => {
    expect(await check(FIRST)).toMatchObject({ eligible: false, source: { version: 2 } });
    const former = await check(FIRST, 1);
    expect(former).toMatchObject({ eligible: true, allocation: { amount: '1' }, source: { version: 1 } });
    expect(verifyProof({ ...former.proof!, wallet: FIRST, amount: '1' })).toBe(true);
    expect(await check(BOTH, 1)).toMatchObject({ allocation: { amount: '2' } });
    expect(await check(BOTH, 2)).toEqual({
      ...(await check(BOTH)),
      checked_at: expect.any(String),
      as_of: expect.any(String),
    });
    expect((await check(SYBIL, 1)).reasons[0]?.code).toBe('not_in_allocation_list');
  });

  it('is the same for a version that is active again, and for one that no longer is', async () => {
    await rollBackList(api.db, { ...of, name: '', version: 1, nowMs: Date.now() });
    await api.caughtUp();
    expect(await check(BOTH)).toMatchObject({ allocation: { amount: '2' } });
    expect(await check(BOTH, 2)).toMatchObject({ allocation: { amount: '3' }, source: { version: 2 } });
  });

  // Plans can have views of different instants, and share the cache.
  it('does not exist before its activation, also if it is cached for a later view', async () => {
    const versions = new ListVersions(api.db as unknown as LogDatabase);
    const use = (asOfMs: number) => {
      const current = { view: { list: () => null }, asOfMs } as unknown as CurrentView;
      return versions.use(current, 'linea', 1, ({ version }) => Promise.resolve(version));
    };
    expect(await use(Date.now() + 60_000)).toBe(1);
    await expect(use(0)).rejects.toMatchObject({ code: 'list_not_found' });
  });

  it('is 404 for a version that does not exist, or whose rows are deleted', async () => {
    await expect(check(BOTH, 3)).rejects.toMatchObject({ status: 404, code: 'list_not_found' });
    await expect(check(BOTH, 1, 'other')).rejects.toMatchObject({ code: 'list_not_found' });
    await expect(check(BOTH, 1, 'nowhere')).rejects.toMatchObject({ code: 'drop_not_found' });
    expect((await check(BOTH, 1)).eligible).toBe(true);
    await purgeLists(api.db, { ...of, name: '', nowMs: Date.now() });
    await expect(check(BOTH, 1)).rejects.toMatchObject({
      code: 'list_not_found',
      message: expect.stringContaining('are deleted') as string,
    });
  });

  it('rejects the check alone in a batch', async () => {
    const { secret } = await api.issueKey('scale');
    const { data } = await api.sdkOf(secret).eligibility.checkBatch([
      { wallet: BOTH, drop: 'linea', list_version: 1 },
      { wallet: BOTH, drop: 'linea', list_version: 9 },
    ]);
    expect(data).toMatchObject([{ allocation: { amount: '2' } }, { problem: { code: 'list_not_found' } }]);
  });

  it.each([0, -1, 1.5, '1', null, 2 ** 31])('rejects the version %j', async (list_version) => {
    const response = await api.post('/v1/eligibility', JSON.stringify({ wallet: BOTH, drop: 'linea', list_version }));
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ errors: [{ pointer: '#/list_version' }] });
  });
});
