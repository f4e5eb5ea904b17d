import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signTestWebhook, type SignedTestWebhook } from '@droptrack/sdk/testing';
import { missingCommand, pythonReceiver, type Receiver, shellReceiver, typescriptReceiver } from './receivers';

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
const [SECRET, OTHER] = ['a', 'b'].map((letter) => `whsec_${btoa(letter.repeat(32))}`) as [string, string];
const MINUTE_MS = 60_000;

function snippet(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`The page has no ${language}`);
  return code;
}

const EVENT = { type: 'drop.updated', data: { object: { id: 'linea', name: 'Linéa “€” 😀' } } } as const;
const sign = (secrets: string | string[] = SECRET, agoMs = 0): SignedTestWebhook =>
  signTestWebhook(EVENT, secrets, { nowMs: Date.now() - agoMs });
const altered = (headers: Partial<SignedTestWebhook['headers']>, { body, headers: signed } = sign()) => ({
  body,
  headers: { ...signed, ...headers },
});

const GENUINE: Readonly<Record<string, () => SignedTestWebhook>> = {
  'a signed request': () => sign(),
  'a request of four minutes ago': () => sign(SECRET, 4 * MINUTE_MS),
  'a request signed with the new and the previous secret': () => sign([OTHER, SECRET]),
};
const NOT_GENUINE: Readonly<Record<string, () => SignedTestWebhook>> = {
  'another body': () => ({ ...sign(), body: sign().body.replace('linea', 'lineb') }),
  'another secret': () => sign(OTHER),
  'a replayed request of six minutes ago': () => sign(SECRET, 6 * MINUTE_MS),
  'a request from the future': () => sign(SECRET, -6 * MINUTE_MS),
  'another id': () => altered({ 'webhook-id': 'evt_other' }),
  'another time': () => altered({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 7) }),
  'an invalid time': () => altered({ 'webhook-timestamp': 'a[$(exit 9)]' }),
  'a truncated signature': () => altered({ 'webhook-signature': sign().headers['webhook-signature'].slice(0, -2) }),
  'a star instead of a signature': () => altered({ 'webhook-signature': '*' }),
  'the signature of another version': () =>
    altered({ 'webhook-signature': sign().headers['webhook-signature'].replace('v1', 'v2') }),
};

const RECEIVERS: readonly [language: string, missing: string | null, start: () => Receiver | Promise<Receiver>][] = [
  ['ts', null, () => typescriptReceiver(snippet('ts'), SECRET)],
  ['python', missingCommand('python3 -V'), () => pythonReceiver(snippet('python'), SECRET)],
  ['bash', missingCommand('bash --version', 'openssl version'), () => shellReceiver(snippet('bash'), SECRET)],
];

// Readers paste these receivers: one that accepts a forged request would be a vulnerability in their systems.
describe.each(RECEIVERS)('docs/webhooks.md: the receiver in %s', (language, missing, start) => {
  if (missing !== null) {
    console.warn(`${language} of docs/webhooks.md is not tested: this machine cannot run ${missing}`);
    it.skip(`needs ${missing}`, () => undefined);
    return;
  }
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await start();
  }, 60_000);
  afterAll(() => receiver.close());

  it.each(Object.entries(GENUINE))('accepts %s', async (_, request) => {
    expect(await receiver.accepts(request())).toBe(true);
  });

  it.each(Object.entries(NOT_GENUINE))('rejects %s', async (_, request) => {
    expect(await receiver.accepts(request())).toBe(false);
  });
});
