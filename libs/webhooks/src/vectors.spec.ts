import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSecret, signWebhook, verifySignature } from './index';

interface Vectors {
  tolerance_seconds: number;
  sign: { secret: string; msg_id: string; timestamp: number; payload: string; expected: string }[];
  verify: {
    name: string;
    now: number;
    secret: string;
    headers: Record<string, string>;
    payload: string;
    ok: boolean;
  }[];
  secrets: { empty_must_fail: string[]; unpadded_base64_accepted_by_reference: string[] };
}

const ROOT = resolve(__dirname, '../../..');
const FILE = resolve(
  ROOT,
  process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data',
  'vectors/standard-webhooks/vectors.json',
);
const hasVectors = existsSync(FILE);
if (!hasVectors) console.warn(`skipped: the vectors to agree with are not there (${FILE})`);

(hasVectors ? describe : describe.skip)('the test vectors of Standard Webhooks', () => {
  const vectors = hasVectors ? (JSON.parse(readFileSync(FILE, 'utf8')) as Vectors) : null;

  it('have the expected signatures', () => {
    for (const { secret, msg_id, timestamp, payload, expected } of vectors!.sign) {
      const message = { id: msg_id, timestampSeconds: timestamp, body: payload, keys: [parseSecret(secret)] };
      expect(signWebhook(message)['webhook-signature']).toBe(expected);
    }
  });

  it('have the expected verdicts', () => {
    expect(vectors!.verify.length).toBeGreaterThan(5);
    for (const { name, now, secret, headers, payload, ok } of vectors!.verify) {
      const message = {
        id: headers['webhook-id'] ?? '',
        timestamp: headers['webhook-timestamp'] ?? '',
        signature: headers['webhook-signature'] ?? '',
        body: payload,
      };
      const trust = { keys: [parseSecret(secret)], nowMs: now * 1_000, toleranceSeconds: vectors!.tolerance_seconds };
      expect([name, verifySignature(message, trust).fault === null]).toEqual([name, ok]);
    }
  });

  // The reference also accepts secrets below 24 bytes, the minimum of the standard.
  it('have secrets that are parsed as expected, within the lengths of the standard', () => {
    const { empty_must_fail, unpadded_base64_accepted_by_reference } = vectors!.secrets;
    for (const secret of empty_must_fail) expect(() => parseSecret(secret)).toThrow('secret');
    for (const secret of unpadded_base64_accepted_by_reference) {
      const bytes = Buffer.from(secret, 'base64');
      if (bytes.length >= 24) expect(Buffer.from(parseSecret(secret))).toEqual(bytes);
      else expect(() => parseSecret(secret)).toThrow('24 to 64 bytes');
    }
  });
});
