import { createSourceHttp } from '@droptrack/sources';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { createLogger } from '@droptrack/program/logging';
import { hostsOfSource, reportedHosts } from './source-hosts';

describe('hosts', () => {
  const NOW_MS = Date.parse('2026-05-27T18:48:20Z');
  const SUNSET = 'Fri, 01 May 2026 00:00:00 GMT';

  let source: FakeServer;
  beforeAll(async () => {
    source = await startFakeServer(() => ({
      headers: { deprecation: 'true', sunset: SUNSET, warning: '299 - "use /markets/keyset"' },
      body: [],
    }));
  });
  afterAll(() => source.close());

  it('an announcement of a host is logged once, and part of every heartbeat', async () => {
    const lines: object[] = [];
    const logger = createLogger('worker', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    const clock = { monotonicMs: () => 0 };
    const hosts = hostsOfSource({ clock, random: () => 1, logger }, { source: 'polymarket' });
    const http = createSourceHttp({ hosts, signal: new AbortController().signal, nowMs: () => NOW_MS });
    for (const path of ['a', 'b', 'c']) await http.json(`${source.url}/markets/slug/${path}`);
    const { host } = new URL(source.url);
    expect(lines).toMatchObject([
      {
        level: 'warn',
        source: 'polymarket',
        ...{ host, notice: 'deprecated; "use /markets/keyset"', sunsetAt: '2026-05-01T00:00:00.000Z' },
        msg: 'a source announces a change of its API',
      },
    ]);
    const notice = {
      host,
      text: 'deprecated; "use /markets/keyset"',
      sunsetAtMs: Date.parse(SUNSET),
      seenAtMs: NOW_MS,
    };
    expect(reportedHosts('polymarket', hosts, NOW_MS)).toEqual({ id: 'polymarket', heldBack: [], notices: [notice] });
  });
});
