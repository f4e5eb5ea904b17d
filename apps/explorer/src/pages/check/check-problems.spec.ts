import { check, invalidWallet, problem, WALLET } from './testing';

const POST = 'POST /v1/eligibility';
const marked = (field: string) => new RegExp(`<input id="${field}"[^>]*aria-invalid="true"[^>]*${field}-error`);

describe('a form that is wrong in itself', () => {
  it.each([
    ['no wallet', { wallet: ' ' }, 'wallet', 422, 'Enter a wallet'],
    ['a long text', { wallet: 'a'.repeat(4_000) }, 'wallet', 422, 'longer than 90 characters'],
    ['an ENS name', { wallet: 'vitalik.eth' }, 'wallet', 422, 'not looked up: that would reveal'],
    ['a name with other letters', { wallet: 'müller.eth' }, 'wallet', 422, 'This is a name, not an address'],
    ['a wallet in the field of the drop', { drop: WALLET.toLowerCase() }, 'drop', 422, 'This is a wallet, not a drop'],
    ['a cut wallet there', { drop: WALLET.slice(0, 30) }, 'drop', 422, 'This is a wallet, not a drop'],
    ['a cut Cosmos wallet there', { drop: 'umee1004mqvtqkckwzq0dkap' }, 'drop', 422, 'This is a wallet, not a drop'],
    ['one without 0x', { drop: WALLET.slice(2) }, 'drop', 422, 'This is a wallet, not a drop'],
    [
      'a Solana wallet there',
      { drop: '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y' },
      'drop',
      422,
      'This is a wallet, not a drop',
    ],
    ['a text that is no drop', { drop: '../../me?x=1' }, 'drop', 404, 'No drop has this name'],
  ])('is explained without a request about it: %s', async (_, form, field, status, sentence) => {
    const { view, html, text, requests } = await check(form);
    expect(view.status).toBe(status);
    expect(text).toContain(sentence);
    expect(html).toMatch(marked(field));
    expect(requests).toEqual(['GET /v1/drops?limit=100', expect.stringMatching(/^GET \/v1\/events/)]);
  });
});

describe('a check that the API rejects', () => {
  it.each([
    [
      'a wrong checksum',
      problem(422, 'invalid_wallet', invalidWallet('evm_checksum', 'wrong')),
      'wallet',
      422,
      'Copy the address again from your wallet',
    ],
    [
      'a wrong checksum of a Starknet address',
      problem(422, 'invalid_wallet', invalidWallet('starknet_checksum', 'wrong')),
      'wallet',
      422,
      'Copy the address again from your wallet',
    ],
    [
      'a wrong checksum of a Cosmos address',
      problem(422, 'invalid_wallet', invalidWallet('bech32_checksum', 'wrong')),
      'wallet',
      422,
      'Copy the address again from your wallet',
    ],
    [
      'what may be a private key',
      problem(422, 'invalid_wallet', invalidWallet('hash_or_key', 'wrong')),
      'wallet',
      422,
      'Never paste a private key',
    ],
    [
      'another format',
      problem(422, 'invalid_wallet', invalidWallet('bech32', 'It looks like a bech32 address')),
      'wallet',
      422,
      'It looks like a bech32 address.',
    ],
    ['an unknown drop', problem(404, 'drop_not_found'), 'drop', 404, 'No drop has this name'],
    ['an archived drop', problem(410, 'drop_archived'), 'drop', 410, 'This drop is no longer tracked'],
  ])('marks the field to correct: %s', async (_, response, field, status, sentence) => {
    const { view, html, text } = await check({ drop: 'linea' }, { [POST]: response });
    expect(view.status).toBe(status);
    expect(text).toContain(sentence);
    expect(html).toMatch(marked(field));
    expect(html).toContain(`value="${WALLET}"`);
  });

  // A corrected character could turn the address into the wallet of another person.
  it('does not correct a wrong checksum', async () => {
    const wrong = WALLET.replace('dA', 'da');
    const { html, requests } = await check(
      { wallet: wrong, drop: 'linea' },
      { [POST]: problem(422, 'invalid_wallet', invalidWallet('evm_checksum', 'wrong')) },
    );
    expect(html).toContain(`value="${wrong}"`);
    expect(html).not.toContain(WALLET);
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it.each([
    ['the limit', problem(429, 'rate_limited', {}, { 'retry-after': '17' }), 429, 17, 'Send the form again in 17 s'],
    ['a failing API', problem(503, 'unavailable'), 503, 5, 'The API does not respond'],
    ['an API that is no API', new Response('<html>', { status: 502 }), 503, 5, 'The API does not respond'],
    ['a revoked key', problem(401, 'revoked_api_key'), 503, 60, 'EXPLORER_API_KEY'],
    [
      'the plan of the key',
      problem(403, 'plan_required', { required_plan: 'pro', current_plan: 'free' }),
      503,
      3_600,
      'droptrack keys issue --plan scale --label explorer',
    ],
  ])(
    'marks no field, keeps the form, and states when to come again: %s',
    async (_, response, status, wait, sentence) => {
      const { view, html, text } = await check({ drop: 'linea' }, { [POST]: response });
      expect(view.status).toBe(status);
      expect(view.retryAfterSeconds).toBe(wait);
      expect(text).toContain(sentence);
      expect(html).not.toContain('aria-invalid');
      expect(html).toContain(`value="${WALLET}"`);
    },
  );
});
