import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@droptrack/program';
import { RULESET_2026_4 } from '@droptrack/scoring';
import { loadConfig } from './config';

const DATABASE_URL = 'postgres://droptrack@localhost/droptrack';

describe('loadConfig', () => {
  // Made-up drops never reach a database by themselves.
  it('requires only a database, and is no demo by default', () => {
    const { sources, webhooks, discovery, ...config } = loadConfig({ DATABASE_URL, WORKER_METRICS_PORT: '' });
    expect(config).toEqual({
      databaseUrl: DATABASE_URL,
      metrics: { host: '127.0.0.1', port: 9465 },
      isDemo: false,
      ruleset: RULESET_2026_4,
      logLevel: 'info',
    });
    expect(webhooks.box).toBeNull();
    expect(sources).toMatchObject({ off: new Set(), of: { reddit: null, farcaster: null } });
    expect(sources.of.evm).toBeNull();
    expect(discovery.isAutoAccept).toBe(false);
    expect(loadConfig({ DATABASE_URL, DROPTRACK_DEMO: 'true' }).isDemo).toBe(true);
  });

  it('reports all violations at once, and never a value', () => {
    const read = () =>
      loadConfig({
        DATABASE_URL: 'secret',
        WORKER_METRICS_PORT: '65536',
        DROPTRACK_DEMO: 'maybe',
        RULESET: 'hidden',
        WEBHOOK_SECRET_KEY: 'secret',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /DATABASE_URL[^]*RULESET[^]*WORKER_METRICS_PORT[^]*DROPTRACK_DEMO[^]*WEBHOOK_SECRET_KEY[^]*LOG_LEVEL/,
    );
    expect(read).not.toThrow(/secret\b|65536|maybe|hidden|loud/);
  });

  // Sources and finders share variables, such as DEFILLAMA_URL.
  it('reports the violation of a shared variable once', () => {
    const read = () => loadConfig({ DATABASE_URL, DEFILLAMA_URL: 'secret', EVM_RPC_URLS: 'secret' });
    expect(read).toThrow(/^Invalid environment:\n {2}DEFILLAMA_URL [^\n]+\n {2}EVM_RPC_URLS [^\n]+$/);
  });

  // The file is what an operator copies: a variable that is missing there does not exist for them.
  it('reads the variables that .env.example lists for the worker, webhooks and discovery, and of the API those that both share', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      { DATABASE_URL },
      { get: (target, name) => (typeof name === 'string' && read.add(name), target[String(name)]) },
    );
    loadConfig(env);
    const example = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');
    const sections = example.split(/^## /m).filter((part) => /^(Worker|Webhooks|Discovery)\n/.test(part));
    const listed = [...sections.join('').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    // Only the API makes endpoints and accepts recoveries.
    const ofApi = /^WEBHOOK_(ENDPOINTS_|RECOVERED_|PENDING_|REQUIRE_)/;
    const ours = listed.filter((name) => !ofApi.test(name ?? ''));
    expect([...read].sort()).toEqual(
      [...ours, 'DATABASE_URL', 'DATABASE_URL_FILE', 'EVM_RPC_URLS', 'LOG_LEVEL', 'RULESET', 'SOLANA_RPC_URLS'].sort(),
    );
  });
});
