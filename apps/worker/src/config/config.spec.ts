import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { ConfigError, loadConfig } from './config';

const DATABASE_URL = 'postgres://droptrack@localhost/droptrack';

describe('loadConfig', () => {
  // Made-up drops never reach a database by themselves.
  it('needs nothing but a database, and is no demo unless told so', () => {
    const { sources, ...config } = loadConfig({ DATABASE_URL, WORKER_METRICS_PORT: '' });
    expect(config).toEqual({
      databaseUrl: DATABASE_URL,
      metrics: { host: '127.0.0.1', port: 9465 },
      isDemo: false,
      ruleset: RULESET_2026_1,
      logLevel: 'info',
    });
    expect(sources).toMatchObject({ off: new Set(), reddit: { clientId: null }, farcaster: { url: null } });
    expect(sources.evm.rpcUrls.size).toBe(0);
    expect(loadConfig({ DATABASE_URL, DROPTRACK_DEMO: 'true' }).isDemo).toBe(true);
  });

  it('reports every fault at once, and never a value', () => {
    const read = () =>
      loadConfig({
        DATABASE_URL: 'secret',
        WORKER_METRICS_PORT: '65536',
        DROPTRACK_DEMO: 'maybe',
        RULESET: 'hidden',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/DATABASE_URL[^]*RULESET[^]*WORKER_METRICS_PORT[^]*DROPTRACK_DEMO[^]*LOG_LEVEL/);
    expect(read).not.toThrow(/secret|65536|maybe|hidden|loud/);
  });

  // The file is what an operator copies: a variable that is missing there does not exist for them.
  it('reads the variables that .env.example lists for the worker, and of the API those that both share', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      { DATABASE_URL },
      { get: (target, name) => (typeof name === 'string' && read.add(name), target[String(name)]) },
    );
    loadConfig(env);
    const example = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');
    const section = example.split(/^## /m).find((part) => part.startsWith('Worker')) ?? '';
    const listed = [...section.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...read].sort()).toEqual([...listed, 'DATABASE_URL', 'EVM_RPC_URLS', 'LOG_LEVEL', 'RULESET'].sort());
  });
});
