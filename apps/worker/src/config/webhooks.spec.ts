import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWebhooksConfig } from './webhooks';

const KEYS = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];

const read = (env: Record<string, string>) => {
  const faults: string[] = [];
  return { config: readWebhooksConfig(env, faults), faults };
};

describe('readWebhooksConfig', () => {
  it('delivers nothing and allows nothing unless told so', () => {
    expect(read({})).toEqual({
      config: { box: null, policy: { allowInsecure: false, allow: [] }, dnsServers: null, ratePerEndpoint: 50 },
      faults: [],
    });
  });

  describe('keys', () => {
    const directory = mkdtempSync(join(tmpdir(), 'droptrack-key-'));
    const file = join(directory, 'key');
    afterAll(() => rmSync(directory, { recursive: true }));

    it('come from the environment or a file; the first seals, and all open', () => {
      writeFileSync(file, `${KEYS.join('\n')}\n`);
      const [former] = KEYS;
      const secret = { bytes: Buffer.from('secret of an endpoint'), endpoint: 'wh_1' };
      const sealed = read({ WEBHOOK_SECRET_KEY: former! }).config.box!.seal(secret.bytes, secret.endpoint);
      for (const env of [{ WEBHOOK_SECRET_KEY: [...KEYS].reverse().join(', ') }, { WEBHOOK_SECRET_KEY_FILE: file }]) {
        expect(Buffer.from(read(env as Record<string, string>).config.box!.open(sealed, secret.endpoint))).toEqual(
          secret.bytes,
        );
      }
    });

    it.each([
      [{ WEBHOOK_SECRET_KEY: 'hidden' }, /^WEBHOOK_SECRET_KEY must be base64 of 32 bytes.*Key 1 of 1/],
      [{ WEBHOOK_SECRET_KEY: `${KEYS[0]},hidden` }, /^WEBHOOK_SECRET_KEY must be.*Key 2 of 2/],
      [{ WEBHOOK_SECRET_KEY_FILE: '/nowhere/hidden' }, /^WEBHOOK_SECRET_KEY_FILE must name a file/],
      [{ WEBHOOK_SECRET_KEY_FILE: '/dev/null' }, /^WEBHOOK_SECRET_KEY_FILE must name a file.*no key/],
      [{ WEBHOOK_SECRET_KEY: KEYS[0]!, WEBHOOK_SECRET_KEY_FILE: file }, /must not be given together/],
    ])('that are none are faults, and are not repeated', (env, fault) => {
      const { faults } = read(env as Record<string, string>);
      expect(faults).toEqual([expect.stringMatching(fault)]);
      expect(faults.join()).not.toMatch(/hidden/);
    });
  });

  it('takes networks and name servers as lists', () => {
    const { config, faults } = read({
      WEBHOOK_ALLOW_ADDRESSES: '10.1.0.0/16, ::1',
      WEBHOOK_DNS_SERVERS: '127.0.0.1:5353,[::1]:53',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_RATE_PER_ENDPOINT: '1000',
    });
    expect(config.policy.allow.map(({ text }) => text)).toEqual(['10.1.0.0/16', '::1']);
    expect(config).toMatchObject({ dnsServers: ['127.0.0.1:5353', '[::1]:53'], ratePerEndpoint: 1_000 });
    expect([config.policy.allowInsecure, faults]).toEqual([true, []]);
  });

  it.each([
    [{ WEBHOOK_ALLOW_ADDRESSES: '0.0.0.0/0' }, /WEBHOOK_ALLOW_ADDRESSES/],
    [{ WEBHOOK_ALLOW_ADDRESSES: 'internal.example.com' }, /WEBHOOK_ALLOW_ADDRESSES/],
    [{ WEBHOOK_DNS_SERVERS: 'dns.example.com' }, /WEBHOOK_DNS_SERVERS/],
    [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, /WEBHOOK_ALLOW_INSECURE/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '0' }, /WEBHOOK_RATE_PER_ENDPOINT/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '1001' }, /WEBHOOK_RATE_PER_ENDPOINT/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '1e2' }, /WEBHOOK_RATE_PER_ENDPOINT/],
  ])('says what is wrong with %j', (env, fault) => {
    expect(read(env as Record<string, string>).faults).toEqual([expect.stringMatching(fault)]);
  });
});
