import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretBox } from '@droptrack/persistence';
import { openWebhookBox, provideWebhookKeyFile, provideWebhookTerms, webhookKeyFile } from './webhook-key';
import { loadConfig } from './config';

let home = '';
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'droptrack-key-'))));
afterEach(() => rmSync(home, { recursive: true }));
const config = (env: Record<string, string> = {}) => loadConfig({ DROPTRACK_HOME: home, ...env }, '/');
const KEY = Buffer.alloc(32, 7).toString('base64');

describe('the key file of a home', () => {
  it('is created once, readable only by its owner', async () => {
    const file = await provideWebhookKeyFile(home);
    const key = readFileSync(file, 'utf8').trim();
    expect(SecretBox.fromKeys([key]).keyId).toMatch(/^[0-9a-f]{8}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await provideWebhookKeyFile(home);
    expect(readFileSync(file, 'utf8').trim()).toBe(key);
  });

  // A new key would make all stored endpoint secrets unreadable.
  it('is never replaced, whatever its content', async () => {
    writeFileSync(webhookKeyFile(home), 'spoiled');
    await provideWebhookKeyFile(home);
    expect(readFileSync(webhookKeyFile(home), 'utf8')).toBe('spoiled');
    const opened = openWebhookBox(config());
    await expect(opened).rejects.toMatchObject({ code: 'webhook_key' });
    await expect(opened).rejects.not.toThrow(/spoiled/);
  });

  it('is reported as not writable, and not created elsewhere', async () => {
    mkdirSync(`${webhookKeyFile(home)}.new`);
    await expect(provideWebhookKeyFile(home)).rejects.toMatchObject({ code: 'home_unusable' });
  });
});

describe('up', () => {
  const provide = (env: Record<string, string>, isDemo: boolean) => provideWebhookTerms(config(env), isDemo);
  const DATABASE_URL = 'postgres://db.example/x';

  it('uses a file of the home in the demo and with the embedded database, and never shows its content', async () => {
    for (const [env, isDemo] of [
      [{}, true],
      [{ NODE_ENV: 'production' }, false],
      [{ DATABASE_URL }, true],
    ] as const) {
      const terms = await provide(env, isDemo);
      expect(terms).toMatchObject({ isOn: true, env: { WEBHOOK_SECRET_KEY_FILE: webhookKeyFile(home) } });
      expect(JSON.stringify(terms)).not.toContain(readFileSync(webhookKeyFile(home), 'utf8').trim());
    }
    expect((await openWebhookBox(config()))?.keyId).toMatch(/^[0-9a-f]{8}$/);
  });

  it('does not replace a configured key, and reports that webhooks are off without one', async () => {
    for (const env of [{ WEBHOOK_SECRET_KEY: KEY }, { WEBHOOK_SECRET_KEY_FILE: '/run/secrets/key' }]) {
      expect(await provide(env, true)).toMatchObject({ isOn: true, env: {} });
    }
    const off = await provide({ DATABASE_URL }, false);
    expect(off).toMatchObject({ isOn: false, env: {} });
    expect(off.facts).toEqual([['Webhooks', expect.stringMatching(/^off: .*new-key/)]]);
    expect(() => statSync(webhookKeyFile(home))).toThrow();
  });

  it('warns of insecure mode', async () => {
    const { facts } = await provide({ WEBHOOK_ALLOW_INSECURE: 'true' }, true);
    expect(facts[1]?.[1]).toContain('WEBHOOK_ALLOW_INSECURE is on');
  });
});

describe('openWebhookBox', () => {
  it('prefers the configured key to the file of the home, and decrypts with several', async () => {
    await provideWebhookKeyFile(home);
    const other = Buffer.alloc(32, 8).toString('base64');
    const box = await openWebhookBox(config({ WEBHOOK_SECRET_KEY: `${KEY}, ${other}` }));
    expect(box?.keyId).toBe(SecretBox.fromKeys([KEY]).keyId);
    expect(box?.has(SecretBox.fromKeys([other]).keyId)).toBe(true);
    writeFileSync(join(home, 'set'), `${other}\n`);
    const file = await openWebhookBox(config({ WEBHOOK_SECRET_KEY_FILE: join(home, 'set') }));
    expect(file?.keyId).toBe(SecretBox.fromKeys([other]).keyId);
  });

  it('returns null without either', async () => expect(await openWebhookBox(config())).toBeNull());
});
