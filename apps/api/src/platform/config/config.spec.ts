import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@droptrack/program';
import { loadConfig } from './config';

const DATABASE_URL = 'postgres://droptrack@localhost/droptrack';

describe('loadConfig', () => {
  it('requires only a database', () => {
    expect(loadConfig({ DATABASE_URL })).toMatchObject({
      http: { host: '127.0.0.1', port: 3000, publicUrl: 'http://localhost:3000' },
    });
  });

  it('reports all violations at once, and never a value', () => {
    const read = () =>
      loadConfig({
        PORT: 'abc',
        LOG_LEVEL: 'loud',
        PUBLIC_URL: 'ftp://x',
        CORS_ORIGINS: 'https://a/b',
        TRUSTED_PROXIES: '10.0.0.0/33',
        MAX_CONNECTIONS: '0',
        MAX_STREAMS: '0',
        FREE_PLAN_DELAY_SECONDS: '-60',
        FAILED_KEY_LIMIT: '0',
        REDIS_URL: 'http://hidden',
        PUBLIC_PICTURES: 'loud',
        DATABASE_URL: 'secret',
        DATABASE_READ_URL: 'secret',
        EVM_RPC_URLS: 'https://hidden',
        SOLANA_RPC_URLS: 'https://hidden',
        WEBHOOK_SECRET_KEY: 'hidden',
        WEBHOOK_ALLOW_INSECURE: 'loud',
        WEBHOOK_ALLOW_ADDRESSES: '10.0.0.0/40',
        WEBHOOK_DNS_SERVERS: 'hidden',
        WEBHOOK_ENDPOINTS_MAX: '0',
        API_PROCESSES: '0',
        SHUTDOWN_GRACE_SECONDS: '301',
        RULESET: '1999.9',
      });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /PORT[^]*PUBLIC_URL[^]*CORS_ORIGINS[^]*TRUSTED_PROXIES[^]*MAX_CONNECTIONS[^]*FREE_PLAN_DELAY_SECONDS[^]*MAX_STREAMS[^]*FAILED_KEY_LIMIT[^]*REDIS_URL[^]*PUBLIC_PICTURES[^]*DATABASE_URL[^]*DATABASE_READ_URL[^]*EVM_RPC_URLS[^]*SOLANA_RPC_URLS[^]*WEBHOOK_SECRET_KEY[^]*WEBHOOK_ALLOW_INSECURE[^]*WEBHOOK_ALLOW_ADDRESSES[^]*WEBHOOK_DNS_SERVERS[^]*WEBHOOK_ENDPOINTS_MAX[^]*API_PROCESSES[^]*SHUTDOWN_GRACE_SECONDS[^]*RULESET must be one of 2026\.1[^]*LOG_LEVEL/,
    );
    expect(read).not.toThrow(/abc|loud|ftp|secret|33|hidden|1999/);
  });

  it('accepts proxies as addresses and networks, of both families', () => {
    const { http } = loadConfig({ DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1 2001:db8::/32' });
    expect(http.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32']);
  });

  it('runs one process without a group by default, and as many as asked for', () => {
    const processesOf = (API_PROCESSES?: string) => loadConfig({ DATABASE_URL, API_PROCESSES }).processes;
    expect([processesOf(), processesOf('1'), processesOf('4')]).toEqual([null, null, 4]);
    expect(processesOf('auto')).toBe(availableParallelism());
  });

  it.each(['-1', '65536', '0x10', '1e3', '3000.5', ' 80'])('rejects the port %s', (PORT) => {
    expect(() => loadConfig({ DATABASE_URL, PORT })).toThrow('PORT must be an integer from 0 to 65535');
  });

  // The file is what an operator copies: a variable that is missing there does not exist for them.
  it('reads exactly the variables that .env.example lists for the API and for webhooks', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      { DATABASE_URL },
      {
        get: (target, name) => (typeof name === 'string' && read.add(name), target[String(name)]),
      },
    );
    loadConfig(env);
    const example = readFileSync(join(__dirname, '../../../../../.env.example'), 'utf8');
    const sections = example.split(/^## /m).filter((part) => /^(API|Webhooks)\n/.test(part));
    const listed = [...sections.join('').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    // Only the worker reads the variables of deliveries and score events.
    const workers = ['WEBHOOK_RATE_PER_ENDPOINT', 'WEBHOOK_RATE_PER_HOST', 'HYPE_THRESHOLDS', 'HYPE_THRESHOLD_MARGIN'];
    expect([...read, ...workers].sort()).toEqual([...listed].sort());
  });
});
