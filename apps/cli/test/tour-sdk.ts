import { Droptrack, ResponseCache } from '@droptrack/sdk';
import type { Tour } from './tour';

/** Uses the SDK as a program does, with all that it can log. */
export async function visitSdk(tour: Tour): Promise<void> {
  const line = (...words: unknown[]) => void tour.sdkLines.push(words.map(String).join(' '));
  const hook = (facts: object) => line(JSON.stringify(facts));
  const options = {
    ...{ apiKey: tour.keys.pro, baseUrl: tour.apiUrl, cache: new ResponseCache(), logLevel: 'debug' as const },
    ...{ logger: { debug: line, info: line, warn: line, error: line } },
    ...{ onRequest: hook, onResponse: hook, onRetry: hook },
  };
  const client = new Droptrack(options);
  const { drop, wallet } = tour.listed;
  for (let call = 0; call < 2; call += 1) await client.drops.list({ status: 'live' });
  expect(tour.sdkLines.join('\n')).toContain(': 304 in ');
  for await (const { drops } of client.drops.follow({ status: 'live' })) {
    expect(drops.size).toBeGreaterThan(0);
    break;
  }
  for await (const message of client.stream({ type: 'drop.*' })) {
    expect(message.type).toBe('position');
    break;
  }
  const own = { wallet: wallet.address, drop };
  expect(await client.eligibility.check(own)).toMatchObject({ status: 'eligible' });
  expect(await client.eligibility.checkPrivately(own)).toMatchObject({ listed: true });
  const other = { wallet: tour.stranger.address, drop };
  expect(await client.eligibility.check(other)).toMatchObject({ status: 'ineligible' });
  expect(await client.eligibility.checkPrivately(other)).toMatchObject({ listed: false });
  const { data } = await client.wallets.drops({ wallets: [wallet.address] });
  expect(JSON.stringify(data)).toContain(drop);
  const calendar = tour.readCalendar(JSON.stringify(await client.calendars.create({ types: ['claim'] })));
  await client.calendars.rotate(calendar.id).then((rotated) => tour.readCalendar(JSON.stringify(rotated)));

  const unreachable = new Droptrack({ ...options, baseUrl: 'http://127.0.0.1:9', maxRetries: 1 });
  const failures = await Promise.allSettled([
    client.eligibility.check({ wallet: `${wallet.address}0`, drop }),
    client.eligibility.check({ wallet: wallet.address, drop: wallet.address }),
    client.drops.get(wallet.address),
    client.drops.list({ q: wallet.address, cursor: wallet.address }),
    client.request('GET', `/v1/calendars/${/dtf_\w+/.exec(calendar.url)![0]}.ics`),
    unreachable.eligibility.check(own),
    unreachable.eligibility.checkPrivately(own),
  ]);
  expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 'rejected'));
  for (const failure of failures) if (failure.status === 'rejected') line(String(failure.reason));
}
