import { ConfigError } from '@droptrack/program';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from './config';

const EXPLORER_API_KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';

describe('loadConfig', () => {
  it('requires only a key', () => {
    expect(loadConfig({ EXPLORER_API_KEY, EXPLORER_PORT: '' })).toEqual({
      http: { host: '127.0.0.1', port: 3001, trustedProxies: [], publicUrl: 'http://localhost:3001' },
      api: {
        url: 'http://127.0.0.1:3000',
        publicUrl: 'http://127.0.0.1:3000',
        key: EXPLORER_API_KEY,
        data: 'delayed',
      },
      limits: { pagesPerMinute: 300, checksPerMinute: 10 },
      graceMs: 0,
      metrics: null,
      logLevel: 'info',
    });
  });

  it('serves metrics where they have a port', () => {
    const read = (env: Record<string, string>) => loadConfig({ EXPLORER_API_KEY, ...env }).metrics;
    expect(read({ EXPLORER_METRICS_PORT: '0' })).toEqual({ host: '127.0.0.1', port: 0 });
    expect(read({ EXPLORER_METRICS_PORT: '9466', EXPLORER_METRICS_HOST: '::' })).toEqual({ host: '::', port: 9466 });
    expect(read({ EXPLORER_METRICS_HOST: '::' })).toBeNull();
  });

  it('shows live data only where its operator says so', () => {
    expect(loadConfig({ EXPLORER_API_KEY, EXPLORER_DATA: 'live' }).api.data).toBe('live');
    expect(() => loadConfig({ EXPLORER_API_KEY, EXPLORER_DATA: 'fresh' })).toThrow('EXPLORER_DATA');
  });

  it('shows the public address of the API, and reads the other one', () => {
    const env = { EXPLORER_API_KEY, EXPLORER_API_URL: 'http://10.0.0.2:3000/', PUBLIC_URL: 'https://api.example.com/' };
    expect(loadConfig(env).api).toMatchObject({ url: 'http://10.0.0.2:3000', publicUrl: 'https://api.example.com' });
    expect(loadConfig({ EXPLORER_API_KEY, PORT: '4000' }).api.url).toBe('http://127.0.0.1:4000');
    const site = { EXPLORER_API_KEY, EXPLORER_PUBLIC_URL: 'https://drops.example.com/' };
    expect(loadConfig(site).http.publicUrl).toBe('https://drops.example.com');
  });

  it('names the command that issues a missing key', () => {
    expect(() => loadConfig({})).toThrow('EXPLORER_API_KEY is required: droptrack keys issue');
  });

  it('reports all violations at once, and never a value', () => {
    const read = () =>
      loadConfig({
        EXPLORER_API_URL: 'ftp://hidden',
        EXPLORER_PORT: '65536',
        TRUSTED_PROXIES: 'hidden',
        EXPLORER_PAGES_PER_MINUTE: '0',
        EXPLORER_CHECKS_PER_MINUTE: 'many',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /EXPLORER_API_URL[^]*EXPLORER_API_KEY[^]*EXPLORER_PORT[^]*TRUSTED_PROXIES[^]*PAGES_PER_MINUTE[^]*CHECKS_PER_MINUTE[^]*LOG_LEVEL/,
    );
    expect(read).not.toThrow(/hidden|65536|many|loud/);
  });

  it('reports a wrong PORT without the addresses that follow from it', () => {
    const read = () => loadConfig({ EXPLORER_API_KEY, PORT: 'x' });
    expect(read).toThrow(/^Invalid environment:\n {2}PORT must be an integer from 0 to 65535$/);
  });

  // The file is what an operator copies: a variable that is missing there does not exist for them.
  it('reads the variables that .env.example lists for the explorer, and of the API those that both share', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      { EXPLORER_API_KEY },
      { get: (target, name) => (typeof name === 'string' && read.add(name), target[String(name)]) },
    );
    loadConfig(env);
    const example = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');
    const sections = example.split(/^## /m).filter((part) => part.startsWith('Explorer\n'));
    const listed = [...sections.join('').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    const shared = ['PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'SHUTDOWN_GRACE_SECONDS', 'LOG_LEVEL'];
    expect([...read].sort()).toEqual([...listed, ...shared].sort());
    for (const name of shared) expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
  });
});
