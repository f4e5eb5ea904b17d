import { parseWallet } from '@droptrack/eligibility';
import { generateApiKey, parseApiKey } from '@droptrack/persistence';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { CLIENT_ID_PATTERN, requestIds } from './access-log';

const OURS = /^req_process_[0-9a-z]{6,}$/;

const isWallet = (text: string): boolean => {
  try {
    return parseWallet(text) !== null;
  } catch {
    return false;
  }
};

describe('requestIds', () => {
  const nextId = requestIds('process_');
  const idFor = (own: string) => nextId({ headers: { 'x-request-id': own } });

  it.each([
    ['a UUID', '0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90'],
    ['a UUID in upper case', '0B0F3C2E-5A4D-7C1B-9F3E-7D2A1B6C8E90'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['a ULID in lower case', '01arz3ndektsv4rrffq69g5fav'],
    ['a trace id', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['one of ours', 'req_J8sK2mQx000042'],
  ])("keeps the client's own when it is %s", (_, own) => {
    expect(idFor(own)).toBe(own);
  });

  // Ids are logged: they must not break a line or contain a wallet or a key.
  it.each([
    ['nothing', ''],
    ['a word', 'my-job-42'],
    ['a line break', '4bf92f3577b34da6\r\na3ce929d0e0e4736'],
    ['a line break at the end', '4bf92f3577b34da6a3ce929d0e0e4736\n'],
    ['markup', '<script>'],
    ['an EVM address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    ['an EVM address without 0x', 'd8da6bf26964af9d7eed9e03e53415d37aa96045'],
    ['a prefixed EVM address', 'req_d8da6bf26964af9d7eed9e03e53415d37aa96045'],
    ['a Solana address', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
    ['the shortest Solana address', '1'.repeat(32)],
    ['a private key', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
    ['an API key', 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc'],
    ['a prefixed API key', 'req_dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc'],
    ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ])('replaces %s', (_, own) => {
    expect(idFor(own)).toMatch(OURS);
  });

  it('replaces every wallet and every key, with any prefix', () => {
    const secret = fc.oneof(
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes)),
      fc
        .tuple(fc.integer({ min: 24, max: 31 }), fc.uint8Array({ minLength: 8, maxLength: 8 }))
        .map(([zeros, bytes]) => base58.encode(Uint8Array.from([...new Uint8Array(zeros), ...bytes]).subarray(0, 32))),
      fc.constantFrom(null).map(() => generateApiKey()),
    );
    const prefix = fc.constantFrom('', '0x', 'req_', 'id-', '0');
    fc.assert(fc.property(prefix, secret, (before, text) => expect(idFor(before + text)).toMatch(OURS)));
  });

  it('accepts no id that is a wallet or a key', () => {
    const kept = fc.stringMatching(CLIENT_ID_PATTERN).filter((text) => idFor(text) === text);
    fc.assert(fc.property(kept, (text) => expect([isWallet(text), parseApiKey(text)]).toEqual([false, null])));
  });

  it('never returns an id twice', () => {
    const ids = Array.from({ length: 1000 }, () => nextId({ headers: {} }));
    expect(new Set(ids).size).toBe(1000);
  });
});
