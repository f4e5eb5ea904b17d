import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { recountHostShares } from './host-shares';
import { NOW_MS, outcomeOf, SECOND_MS, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let account: string;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  webhooks = new Webhooks(db);
  account = await webhooks.account();
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const RATES = { ratePerSecond: 50, ratePerHost: 50 };
/** Leases and delivers as much as the rates permit in four seconds, with immediate responses; returns the number. */
const sentIn4Seconds = async (): Promise<number> => {
  let sent = 0;
  for (let ms = 0; ms < 4 * SECOND_MS; ms += 100) {
    const leased = await webhooks.lease(NOW_MS + ms, RATES);
    await webhooks.record(
      leased.map((each) => outcomeOf(each, NOW_MS + ms)),
      NOW_MS + ms,
    );
    sent += leased.length;
  }
  return sent;
};
const at = (url: string, of = account) => webhooks.endpoint(of, { url });
const shares = async () => {
  const rows = await db.query<{ id: string; endpoints: number }>(
    'SELECT endpoint_id AS id, endpoints FROM webhook_host_shares',
  );
  return new Map(rows.map(({ id, endpoints }) => [id, endpoints]));
};

describe('the rate of a host', () => {
  // Otherwise twenty endpoints at one host would get twenty times the rate of an endpoint.
  it('holds for all endpoints of an account together, for any ports and paths', async () => {
    const endpoints = [];
    for (let n = 0; n < 5; n += 1) endpoints.push(await at(`https://victim.example:${n % 2 ? 443 : 8443}/${n}`));
    for (const each of endpoints) await webhooks.deliveries(each, 500);
    const sent = await sentIn4Seconds();
    // Each may begin with a burst of four.
    expect(sent).toBeLessThanOrEqual(200 + 5 * 4);
    expect(sent).toBeGreaterThan(150);
  });

  it('does not affect other accounts or hosts', async () => {
    const other = await webhooks.account();
    const endpoints = [
      await at('https://one.example/'),
      await at('https://two.example/'),
      await at('https://one.example/', other),
    ];
    for (const each of endpoints) await webhooks.deliveries(each, 500);
    expect(await sentIn4Seconds()).toBeGreaterThan(3 * 120);
  });

  it('is divided again when an endpoint is created, moved or deleted', async () => {
    const [a, b, c] = [
      await at('https://h.example/a'),
      await at('https://H.example/b'),
      await at('https://i.example/'),
    ];
    expect(await shares()).toEqual(
      new Map([
        [a, 2],
        [b, 2],
      ]),
    );
    await webhooks.endpoints.update(account, c, { url: 'https://h.example:8443/' }, NOW_MS);
    expect(await shares()).toEqual(
      new Map([
        [a, 3],
        [b, 3],
        [c, 3],
      ]),
    );
    await webhooks.endpoints.remove(account, a, NOW_MS);
    expect(await shares()).toEqual(
      new Map([
        [b, 2],
        [c, 2],
      ]),
    );
    await webhooks.endpoints.remove(account, b, NOW_MS);
    expect(await shares()).toEqual(new Map());
  });

  it('is divided among enabled endpoints only', async () => {
    const [a, b] = [await at('https://h.example/a'), await at('https://h.example/b')];
    const c = await webhooks.endpoint(account, { url: 'https://h.example/c', enabled: false });
    const [two, three] = [
      [a, b],
      [a, b, c],
    ].map((ids) => new Map(ids.map((id) => [id, ids.length])));
    expect(await shares()).toEqual(two);
    await webhooks.endpoints.update(account, c, { enabled: true }, NOW_MS);
    expect(await shares()).toEqual(three);
    await webhooks.endpoints.update(account, c, { enabled: false }, NOW_MS);
    expect(await shares()).toEqual(two);
  });

  // Automatic disabling leaves the shares as they are, and so do API instances of a former version.
  it('is corrected for all accounts by a recount of the shares', async () => {
    const [a, b] = [await at('https://h.example/a'), await at('https://h.example/b')];
    await db.query('DELETE FROM webhook_host_shares');
    await recountHostShares(db);
    expect(await shares()).toEqual(new Map([a, b].map((id) => [id, 2])));
    await db.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [a]);
    await recountHostShares(db);
    expect(await shares()).toEqual(new Map());
  });
});
