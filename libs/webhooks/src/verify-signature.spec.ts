import fc from 'fast-check';
import { Webhook as Reference } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { formatSecret, type SignedMessage, signWebhook, type VerificationOptions, verifySignature } from './index';

const NOW_SECONDS = 1_700_000_000;
const key = Uint8Array.from({ length: 32 }, (_, at) => at);
const trust: VerificationOptions = { keys: [key], nowMs: NOW_SECONDS * 1_000 };
const body = '{"amount":"12","name":"Linéa 🚀"}';

function signed(part: Partial<{ timestampSeconds: number; body: string | Uint8Array; keys: Uint8Array[] }> = {}) {
  const message = { id: 'evt_1', timestampSeconds: NOW_SECONDS, body, keys: [key], ...part };
  const headers = signWebhook(message);
  return {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    body: message.body,
  };
}
const faultOf = (message: SignedMessage, given: VerificationOptions = trust) => verifySignature(message, given).fault;

it('accepts messages that other packages sign, as text and as bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), fc.json(), (bytes, text) => {
      const given: VerificationOptions = { keys: [bytes], nowMs: NOW_SECONDS * 1_000 };
      for (const Signer of [Reference, Svix]) {
        const signature = new Signer(formatSecret(bytes)).sign('msg_1', new Date(NOW_SECONDS * 1_000), text);
        const message = { id: 'msg_1', timestamp: String(NOW_SECONDS), signature, body: text };
        expect(faultOf(message, given)).toBeNull();
        expect(faultOf({ ...message, body: Buffer.from(text) }, given)).toBeNull();
      }
    }),
  );
});

it('rejects a message with any flipped bit in the body, the id, the time or the signature', () => {
  const bytes = new TextEncoder().encode(body);
  const message = signed({ body: bytes });
  const flipped = (text: string, at: number, bit: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);
  for (let bit = 0; bit < 7; bit += 1) {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = bytes.with(at, bytes[at]! ^ (1 << bit));
      expect(faultOf({ ...message, body: changed })).toBe('signature_mismatch');
    }
    // The last base64 character has unused bits: a flip there must be rejected too.
    for (const part of ['id', 'timestamp', 'signature'] as const) {
      for (let at = 0; at < message[part].length; at += 1) {
        const changed = { ...message, [part]: flipped(message[part], at, bit) };
        expect([changed[part], faultOf(changed)]).not.toEqual([changed[part], null]);
      }
    }
  }
  expect(faultOf(message)).toBeNull();
});

it('rejects every other spelling of a signature', () => {
  const message = signed();
  const value = message.signature.slice('v1,'.length);
  expect(value).toMatch(/=$/);
  const variants = [
    value.replace(/=+$/, ''),
    `${value}=`,
    `${value}\n`,
    `\t${value}`,
    `${value},`,
    value.toLowerCase(),
    encodeURIComponent(value),
    '',
  ];
  for (const variant of variants) {
    expect([variant, faultOf({ ...message, signature: `v1,${variant}` })]).toEqual([variant, 'signature_mismatch']);
  }
  const withPlus = signedWith(/[+/]/);
  const urlSafe = withPlus.signature.replaceAll('+', '-').replaceAll('/', '_');
  expect(faultOf(withPlus)).toBeNull();
  expect(faultOf({ ...withPlus, signature: urlSafe })).toBe('signature_mismatch');
});

function signedWith(pattern: RegExp) {
  for (let count = 0; ; count += 1) {
    const message = signed({ body: String(count) });
    if (pattern.test(message.signature)) return message;
  }
}

it('accepts one valid signature among others', () => {
  const old = new Uint8Array(32).fill(9);
  const both = signed({ keys: [old, key] });
  expect(faultOf(both)).toBeNull();
  expect(faultOf(both, { ...trust, keys: [old] })).toBeNull();
  expect(faultOf(signed(), { ...trust, keys: [old, key] })).toBeNull();
  expect(faultOf(signed(), { ...trust, keys: [old] })).toBe('signature_mismatch');
  expect(faultOf(signed(), { ...trust, keys: [] })).toBe('signature_mismatch');
  const { signature } = signed();
  expect(faultOf({ ...signed(), signature: `v1a,xx  v2,yy junk v1,zz ${signature}` })).toBeNull();
  expect(faultOf({ ...signed(), signature: signature.replace('v1', 'v1a') })).toBe('signature_version_unknown');
  expect(faultOf({ ...signed(), signature: signature.replace('v1,', '') })).toBe('signature_version_unknown');
});

it.each([
  [-301, 'timestamp_in_future'],
  [-300, null],
  [0, null],
  [300, null],
  [301, 'timestamp_too_old'],
])('reports for a message that is %i s old: %p', (ageSeconds, fault) => {
  const verdict = verifySignature(signed({ timestampSeconds: NOW_SECONDS - ageSeconds }), trust);
  expect(verdict).toEqual({ fault, ageSeconds });
});

it('rejects when clock or tolerance is NaN', () => {
  expect(faultOf(signed(), { ...trust, nowMs: NaN })).not.toBeNull();
  expect(faultOf(signed(), { ...trust, toleranceSeconds: NaN })).not.toBeNull();
});

// The text is signed: several spellings of a time would be several messages with one signature.
it.each([
  '',
  'now',
  '01700000000',
  '+1700000000',
  ' 1700000000',
  '1700000000.0',
  '1.7e9',
  '0x6553f100',
  '1'.repeat(400),
])('rejects a time spelled as %p', (timestamp) => {
  expect(faultOf({ ...signed(), timestamp })).toBe('timestamp_malformed');
});
