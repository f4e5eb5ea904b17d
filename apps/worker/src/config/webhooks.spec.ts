import { variableReader } from '@droptrack/program';
import { readWebhooksConfig } from './webhooks';

const read = (env: Record<string, string>) => {
  const violations: string[] = [];
  return { config: readWebhooksConfig(variableReader(env, violations), violations), violations };
};

describe('readWebhooksConfig', () => {
  it('delivers nothing and allows nothing by default', () => {
    expect(read({})).toEqual({
      config: {
        box: null,
        policy: { allowInsecure: false, allow: [] },
        dnsServers: null,
        ratePerEndpoint: 50,
        ratePerHost: 100,
        thresholds: { scores: [50, 70, 85], hysteresis: 5 },
      },
      violations: [],
    });
  });

  it('reads keys from the environment or from a file, and not from both', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    const { config, violations } = read({ WEBHOOK_SECRET_KEY: key });
    expect([config.box?.keyId, violations]).toEqual([expect.any(String), []]);
    expect(read({ WEBHOOK_SECRET_KEY_FILE: '/nowhere' }).violations).toEqual([
      expect.stringMatching(/^WEBHOOK_SECRET_KEY_FILE must name a file/),
    ]);
    const both = read({ WEBHOOK_SECRET_KEY: key, WEBHOOK_SECRET_KEY_FILE: '/nowhere' });
    expect(both).toMatchObject({
      config: { box: null },
      violations: [expect.stringMatching(/must not be given together/)],
    });
  });

  it('reads networks and name servers as lists', () => {
    const { config, violations } = read({
      WEBHOOK_ALLOW_ADDRESSES: '10.1.0.0/16, ::1',
      WEBHOOK_DNS_SERVERS: '127.0.0.1:5353,[::1]:53',
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_RATE_PER_ENDPOINT: '1000',
    });
    expect(config.policy.allow.map(({ text }) => text)).toEqual(['10.1.0.0/16', '::1']);
    expect(config).toMatchObject({ dnsServers: ['127.0.0.1:5353', '[::1]:53'], ratePerEndpoint: 1_000 });
    expect([config.policy.allowInsecure, violations]).toEqual([true, []]);
  });

  it('takes thresholds in any order', () => {
    const { config, violations } = read({ HYPE_THRESHOLDS: '100, 9,1', HYPE_THRESHOLD_MARGIN: '0' });
    expect([config.thresholds, violations]).toEqual([{ scores: [1, 9, 100], hysteresis: 0 }, []]);
    const most = Array.from({ length: 20 }, (_, index) => index + 1).join();
    expect(read({ HYPE_THRESHOLDS: most, HYPE_THRESHOLD_MARGIN: '50' })).toMatchObject({
      config: { thresholds: { hysteresis: 50 } },
      violations: [],
    });
  });

  it.each([
    [{ WEBHOOK_ALLOW_ADDRESSES: '0.0.0.0/0' }, /WEBHOOK_ALLOW_ADDRESSES/],
    [{ WEBHOOK_ALLOW_ADDRESSES: 'internal.example.com' }, /WEBHOOK_ALLOW_ADDRESSES/],
    [{ WEBHOOK_DNS_SERVERS: 'dns.example.com' }, /WEBHOOK_DNS_SERVERS/],
    [{ WEBHOOK_ALLOW_INSECURE: 'yes' }, /WEBHOOK_ALLOW_INSECURE/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '0' }, /WEBHOOK_RATE_PER_ENDPOINT/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '1001' }, /WEBHOOK_RATE_PER_ENDPOINT/],
    [{ WEBHOOK_RATE_PER_ENDPOINT: '1e2' }, /WEBHOOK_RATE_PER_ENDPOINT/],
    [
      { HYPE_THRESHOLDS: '0,50' },
      /^HYPE_THRESHOLDS must be 1 to 20 different integers from 1 to 100, separated by commas$/,
    ],
    [{ HYPE_THRESHOLDS: '50,101' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: '50,70.5' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: '-50' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: '50;70' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: '50,70,50' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: ',' }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLDS: Array.from({ length: 21 }, (_, index) => index + 1).join() }, /^HYPE_THRESHOLDS /],
    [{ HYPE_THRESHOLD_MARGIN: '51' }, /^HYPE_THRESHOLD_MARGIN must be an integer from 0 to 50$/],
    [{ HYPE_THRESHOLD_MARGIN: '-1' }, /^HYPE_THRESHOLD_MARGIN /],
    [{ HYPE_THRESHOLD_MARGIN: '2.5' }, /^HYPE_THRESHOLD_MARGIN /],
  ])('names the variable that is invalid: %j', (env, violation) => {
    expect(read(env as Record<string, string>).violations).toEqual([expect.stringMatching(violation)]);
  });
});
