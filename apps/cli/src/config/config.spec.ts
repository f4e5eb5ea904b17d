import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULESET_2026_4 } from '@droptrack/scoring';
import { ConfigError, loadConfig } from './config';
import { findPlaces } from './places';

const ROOT = join(__dirname, '../../../..');

describe('loadConfig', () => {
  it('requires no variable', () => {
    expect(loadConfig({}, '/clone')).toEqual({
      home: '/clone/.droptrack',
      databaseUrl: null,
      redisNodes: null,
      databaseReadUrl: null,
      api: { host: '127.0.0.1', port: 3000 },
      metrics: { host: '127.0.0.1', port: 9464, isDefault: true },
      workerMetrics: { host: '127.0.0.1', port: 9465, isDefault: true },
      explorer: { host: '127.0.0.1', port: 3001, isDefault: true, key: null, data: null },
      isProduction: false,
      ruleset: RULESET_2026_4,
      webhooks: { key: null, allowInsecure: false },
    });
  });

  // For example `PORT= npm start`, or a compose file with a variable that is not set.
  it('treats an empty variable as not set', () => {
    expect(loadConfig({ DATABASE_URL: '', PORT: '', DROPTRACK_HOME: '' }, '/clone')).toEqual(loadConfig({}, '/clone'));
  });

  it('distinguishes a metrics port that is set from the default, even if they are equal', () => {
    const config = loadConfig({ METRICS_PORT: '9464', WORKER_METRICS_PORT: '' }, '/clone');
    expect([config.metrics.isDefault, config.workerMetrics.isDefault]).toEqual([false, true]);
  });

  it('reports every error at once, and never a value', () => {
    const read = () =>
      loadConfig({ DATABASE_URL: 'mysql://a:secret@b', PORT: 'abc', METRICS_PORT: '70000', RULESET: 'xyz' }, '/clone');
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/DATABASE_URL[^]*PORT[^]*METRICS_PORT[^]*RULESET/);
    expect(read).not.toThrow(/secret|abc|70000|xyz/);
  });

  it('accepts the webhook key from one place, and never repeats it', () => {
    const webhooks = (env: Record<string, string>) => loadConfig(env, '/clone').webhooks;
    expect(webhooks({ WEBHOOK_SECRET_KEY: 'a,b', WEBHOOK_ALLOW_INSECURE: 'true' })).toEqual({
      key: { text: 'a,b' },
      allowInsecure: true,
    });
    expect(webhooks({ WEBHOOK_SECRET_KEY_FILE: '/run/key' }).key).toEqual({ file: '/run/key' });
    const both = () => webhooks({ WEBHOOK_SECRET_KEY: 'hidden', WEBHOOK_SECRET_KEY_FILE: 'hidden' });
    expect(both).toThrow(/WEBHOOK_SECRET_KEY and WEBHOOK_SECRET_KEY_FILE/);
    expect(both).not.toThrow(/hidden/);
    expect(() => webhooks({ WEBHOOK_ALLOW_INSECURE: 'yes' })).toThrow('WEBHOOK_ALLOW_INSECURE must be true or false');
  });

  it('explains how to encode a password that breaks the URL', () => {
    expect(() => loadConfig({ DATABASE_URL: 'postgres://a:b/c#d@host/db' }, '/clone')).toThrow(
      /DATABASE_URL.*%2F for \//,
    );
  });

  it.each([
    ['data', '/clone/data'],
    ['/srv/droptrack', '/srv/droptrack'],
  ])('resolves the home %s to %s', (DROPTRACK_HOME, home) => {
    expect(loadConfig({ DROPTRACK_HOME }, '/clone').home).toBe(home);
  });

  // Operators copy the file: a variable that it lacks does not exist for them.
  it('reads the variables that .env.example lists for the service, and only some additional ones of its programs', () => {
    const read = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      { get: (_, name) => void (typeof name === 'string' && read.add(name)) },
    );
    loadConfig(env, '/clone');
    const service = variablesOf('Service');
    expect([...read]).toEqual(expect.arrayContaining(service));
    const others = ['API', 'Explorer', 'Webhooks', 'Worker'].flatMap(variablesOf);
    expect([...service, ...others]).toEqual(expect.arrayContaining([...read]));
    expect(service.length).toBeGreaterThan(0);
  });
});

describe('findPlaces', () => {
  it('finds the clone from a directory within it', () => {
    expect(findPlaces(__dirname)).toMatchObject({ root: ROOT, catalogue: join(ROOT, 'prisma/catalogue') });
  });
});

function variablesOf(title: string): (string | undefined)[] {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const section = example.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
  return [...section.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
}
