import { plan, problem, siteOf, WALLET } from './testing';

const samplesOf = async (site: ReturnType<typeof siteOf>, name: RegExp): Promise<string[]> =>
  (await site.metrics.registry.metrics()).split('\n').filter((line) => name.test(line));

describe('the metrics of the explorer', () => {
  it('count pages by route and status, also those from the cache', async () => {
    const site = siteOf();
    await site.app.inject('/');
    await site.app.inject('/');
    await site.app.inject('/drops/linea');
    expect(await samplesOf(site, /^droptrack_pages_total/)).toEqual([
      'droptrack_pages_total{route="/",status="200"} 2',
      'droptrack_pages_total{route="/drops/:id",status="200"} 1',
    ]);
    expect(await samplesOf(site, /^droptrack_page_duration_seconds_count/)).toHaveLength(2);
  });

  // A stranger can write a wallet into an address, and create a series per address otherwise.
  it('contain no address of a request', async () => {
    const site = siteOf();
    await site.app.inject(`/${WALLET}`);
    expect(await samplesOf(site, /^droptrack_pages_total/)).toEqual([
      'droptrack_pages_total{route="unknown",status="404"} 1',
    ]);
  });

  it.each([
    ['2xx', () => plan('scale')],
    ['304', () => new Response(null, { status: 304 })],
    ['4xx', () => problem(404, 'drop_not_found')],
    ['429', () => problem(429, 'rate_limited')],
    ['5xx', () => problem(503, 'unavailable')],
    ['no_answer', () => new TypeError('fetch failed')],
  ])('count requests to the API by their result: %s', async (result, respond) => {
    const site = siteOf(undefined, respond);
    await site.app.inject('/');
    const counted = (await samplesOf(site, /^droptrack_api_requests_total/)).filter((line) => !line.endsWith(' 0'));
    expect(counted).toEqual([`droptrack_api_requests_total{result="${result}"} 1`]);
    expect(await samplesOf(site, /^droptrack_api_request_duration_seconds_count/)).toEqual([
      'droptrack_api_request_duration_seconds_count 1',
    ]);
  });
});
