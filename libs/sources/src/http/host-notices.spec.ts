import { pollOf } from '../testing/poll';
import { type FakeServer, type Reply, startFakeServer } from '../testing/fake-server';
import { HostBreakers } from './host-breakers';
import { type HostNotice, HostNotices } from './host-notices';

const NOW_MS = Date.parse('2026-05-27T18:48:20Z');
const SUNSET_MS = Date.parse('2026-05-01T00:00:00Z');

/** Notices of responses with these headers, and those that were reported. */
function noticesOf(...responses: readonly Record<string, string | string[]>[]) {
  const reported: HostNotice[] = [];
  const notices = new HostNotices((notice) => void reported.push(notice));
  for (const [i, headers] of responses.entries()) notices.read('api.example', headers, NOW_MS + i);
  return { all: notices.all, reported };
}
const textOf = (headers: Record<string, string | string[]>) => noticesOf(headers).all[0]?.text ?? null;

describe('the notices of a host', () => {
  const headers = {
    deprecation: 'true',
    sunset: 'Fri, 01 May 2026 00:00:00 GMT',
    warning: '299 - "use /markets/keyset"',
  };

  it('are reported once, and known with the last response that had them', () => {
    const notice = { host: 'api.example', text: 'deprecated; "use /markets/keyset"', sunsetAtMs: SUNSET_MS };
    const { all, reported } = noticesOf(headers, {}, headers);
    expect(reported).toEqual([{ ...notice, seenAtMs: NOW_MS }]);
    expect(all).toEqual([{ ...notice, seenAtMs: NOW_MS + 2 }]);
  });

  it.each([
    ['@1777593600', 'deprecated as of 2026-05-01'],
    ['Fri, 01 May 2026 00:00:00 GMT', 'deprecated as of 2026-05-01'],
    ['true', 'deprecated'],
    ['version="v1"', 'deprecated'],
    ['@999999999999', 'deprecated'],
    ['false', null],
    ['', null],
  ])('have a deprecation of %j', (deprecation, text) => expect(textOf({ deprecation })).toBe(text));

  it.each([
    ['299 - "a, b", 199 api.example "c \\"d\\"" "Fri, 01 May 2026 00:00:00 GMT"', '"a, b"; "c "d""'],
    ['110 cache "Response is Stale", 299 - "gone soon"', '"gone soon"'],
    ['110 cache "Response is Stale"', null],
    ['214 Transformation Applied', null],
    ['please move', '"please move"'],
    ['299 - "\u001b[31mred\u202e\r\n"', '" [31mred "'],
  ])('have warnings of %j, without those of caches', (warning, text) => expect(textOf({ warning })).toBe(text));

  it.each(['soon', '2026', '-1', 'Fri, 01 May 2200 00:00:00 GMT'])('have no end of %j', (sunset) =>
    expect(noticesOf({ sunset }).all).toEqual([]),
  );

  // A text can differ with every response.
  it('are few and short, the latest ones of each host', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({ warning: `299 - "${i} ${'x'.repeat(900)}"` }));
    const { all, reported } = noticesOf(...many);
    const numbers = (notices: readonly HostNotice[]) => notices.map(({ text }) => Number(/\d+/.exec(text)));
    expect([numbers(all), numbers(reported)]).toEqual([
      [497, 498, 499],
      [0, 1, 2],
    ]);
    expect(Math.max(...all.map(({ text }) => text.length))).toBe(300);
  });
});

describe('every client', () => {
  let source: FakeServer;
  let reply: Reply;
  beforeAll(async () => {
    source = await startFakeServer(() => reply);
  });
  afterAll(() => source.close());

  it.each([200, 404, 429, 500])('reads the notices of a response of status %i', async (status) => {
    reply = { status, headers: { sunset: 'Fri, 01 May 2026 00:00:00 GMT' }, body: {} };
    const hosts = new HostBreakers({ monotonicMs: () => 0, random: () => 1 });
    await pollOf(null, { nowMs: NOW_MS, hosts })
      .http.json(source.url)
      .catch(() => null);
    expect(hosts.notices.all).toEqual([
      { host: new URL(source.url).host, text: '', sunsetAtMs: SUNSET_MS, seenAtMs: NOW_MS },
    ]);
  });
});
