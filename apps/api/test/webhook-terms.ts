import { randomBytes } from 'node:crypto';
import { SecretBox } from '@droptrack/persistence';
import type { WebhookTerms } from '../src/resources/webhooks/webhook-parts';

/** Addresses by host name; null for a name server that does not respond. Other names do not exist. */
export const NAMES = new Map<string, string[] | null>([
  ['hooks.example', ['93.184.216.34']],
  ['other.example', ['2606:4700:4700::1111', '93.184.216.34']],
  ['inside.example', ['93.184.216.34', '10.0.0.7']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['silent.example', null],
]);

export const URL = 'https://hooks.example/droptrack';

/** Settings of webhooks in tests; names are resolved from {@link NAMES} only. */
export function webhookTerms(over: Partial<WebhookTerms> = {}): WebhookTerms {
  return {
    box: SecretBox.fromKeys([randomBytes(32).toString('base64')]),
    policy: { allowInsecure: false, allow: [] },
    dnsServers: null,
    endpointsMax: 3,
    endpointsPerDayMax: 100,
    requireChallenge: false,
    recoveryBounds: { perDayMax: 50_000, pendingMax: 10_000 },
    resolver: (name) => {
      const addresses = NAMES.get(name);
      return addresses === null ? Promise.reject(new Error('ETIMEOUT 10.1.2.3')) : Promise.resolve(addresses ?? []);
    },
    testWaitMs: 300,
    ...over,
  };
}
