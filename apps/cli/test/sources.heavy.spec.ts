import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeHandler, mounted, startFakeServer, type FakeServer } from '@droptrack/sources/testing';
import { Operator, printedCalls, until } from './service';

/** A port on which no process listens. */
const NOWHERE = 'http://127.0.0.1:9';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly message: string;
}

/** State of sources with the real catalogue: one that responds, and others that are unreachable. */
describe('an operator without the internet', () => {
  let home = '';
  let operator: Operator;
  let source: FakeServer;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack-sources-'));
    chmodSync(home, 0o755);
    const chains: FakeHandler = () => ({ body: [{ date: String(Math.floor(Date.now() / 1_000)), tvl: 1e9 }] });
    source = await startFakeServer(mounted({ defillama: chains }));
    operator = new Operator(home, {
      SOURCES_OFF: 'rss',
      DEFILLAMA_URL: `${source.url}/defillama`,
      ...{ GITHUB_URL: NOWHERE, COINGECKO_URL: NOWHERE, SNAPSHOT_URL: NOWHERE, POLYMARKET_URL: NOWHERE },
      ...{ REDDIT_CLIENT_ID: '', REDDIT_CLIENT_SECRET: '', FARCASTER_HUB_URL: '', EVM_RPC_URLS: '' },
    });
    await operator.up();
  });
  afterAll(async () => {
    operator.running().process.kill('SIGINT');
    await operator.running().ended;
    operator.kill();
    await source.close();
    rmSync(home, { recursive: true, force: true });
  });

  const doctor = async (): Promise<Map<string, Finding>> => {
    const { stdout } = await operator.call('doctor', '--json');
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    return new Map(findings.map((finding) => [finding.check.replace('source ', ''), finding]));
  };

  it('sees in doctor which sources are off and why, which are down, and which respond', async () => {
    let seen = await doctor();
    // One run must show all states: a source in a new attempt is briefly not down.
    await until(async () => {
      seen = await doctor();
      const isDown = (id: string) => seen.get(id)?.message.includes('breaker open') === true;
      return isDown('snapshot') && isDown('github') && /^last response/.test(seen.get('defillama')?.message ?? '');
    });
    expect(seen.get('rss')).toMatchObject({ state: 'ok', message: 'off: SOURCES_OFF names it' });
    const off = (needs: string) => expect.stringMatching(new RegExp(`^off: it needs ${needs}; used by \\d+ drops$`));
    expect(seen.get('reddit')?.message).toEqual(off('REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET'));
    expect(seen.get('evm')?.message).toEqual(off('EVM_RPC_URLS'));
    expect(seen.get('snapshot')).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(
        /^no response yet; .*breaker open: http:\/\/127\.0\.0\.1:9 (?:failed repeatedly|is being probed).*\(network\)/,
      ),
    });
  });

  it('has scores that continue with the sources that respond', async () => {
    const [call] = printedCalls(operator.running().said);
    const { pro } = JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as { pro: string };
    const status = async () => {
      const address = new URL('/v1/drops/zksync/hype', call?.url);
      const response = await fetch(address, { headers: { authorization: `Bearer ${pro}` } });
      const { score, signals } = (await response.json()) as {
        score: number;
        signals: { id: string; status: string }[];
      };
      return { score, tvl: signals.find(({ id }) => id === 'tvl_usd')?.status };
    };
    await until(async () => (await status()).tvl === 'ok');
    expect((await status()).score).toBeGreaterThan(25);
  });

  it('can recompute past points with the same result', async () => {
    const { code, stdout } = await operator.call('score', 'replay', '--json');
    expect([code, (JSON.parse(stdout) as { differences: unknown[] }).differences]).toEqual([0, []]);
  });
});
