import { base58 } from '@scure/base';
import { check, explanation, invalidWallet, NOW, problem, WALLET } from './testing';

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

const PHRASE = `${'abandon '.repeat(11)}about`;
const HEX = 'ab12'.repeat(16);
const STARKNET_LIKE = `0x01${HEX.slice(2)}`;

describe('a secret in the form', () => {
  it.each([
    ['a recovery phrase as the wallet', { wallet: PHRASE }, 'recovery phrase'],
    ['a phrase of 24 numbered words', { wallet: `${PHRASE} ${PHRASE}`.replaceAll(' ', ' 1. ') }, 'recovery phrase'],
    ['a recovery phrase as the drop', { drop: PHRASE }, 'recovery phrase'],
    ['a private key as the wallet', { wallet: HEX }, 'private key'],
    ['a private key as the drop', { drop: STARKNET_LIKE }, 'private key'],
    ['a key of Solana', { wallet: base58.encode(new Uint8Array(64).fill(9)) }, 'private key'],
    ['digits that no address of the drop has', { wallet: STARKNET_LIKE, drop: 'linea' }, 'private key'],
  ])('is neither repeated nor forwarded, and its holder reads what to do: %s', async (_, form, name) => {
    const explained = explanation({ wallets: ['evm'] });
    const { view, html, text, requests } = await check(form, { 'GET /v1/drops/linea/explain': explained });
    expect(view.status).toBe(422);
    expect(text).toContain(name);
    expect(text).toContain('was not passed on');
    expect(text).toMatch(/move everything/);
    for (const piece of Object.values(form)) {
      for (const word of piece.split(' ').filter((each) => each.length > 5)) expect(html).not.toContain(word);
    }
    expect(requests.filter((request) => /^POST|q=/.test(request))).toEqual([]);
  });

  it('is looked for in no address of a drop that has such addresses', async () => {
    const explained = explanation({ wallets: ['starknet'] });
    const form = { wallet: STARKNET_LIKE, drop: 'linea' };
    const { requests } = await check(form, { 'GET /v1/drops/linea/explain': explained });
    expect(requests).toContain('POST /v1/eligibility');
  });

  it('is not repeated either where only the API recognizes it', async () => {
    const rejected = problem(422, 'invalid_wallet', invalidWallet('hash_or_key', 'wrong'));
    const { html, text } = await check({ drop: 'linea' }, { [POST]: rejected });
    expect(text).toContain('This may be a private key');
    expect(html).not.toContain(WALLET);
  });

  it('may be what was checked against all drops, and its holder is warned', async () => {
    const all = { data: [{ wallet: WALLET, summary: {}, data: [] }], as_of: NOW };
    const { text } = await check({ wallet: STARKNET_LIKE }, { 'POST /v1/wallets/drops': all });
    expect(text).toContain('An address of 64 hex digits has as many digits as a private key');
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
    ['a failing API', problem(503, 'unavailable'), 503, 5, 'The API cannot serve this site at the moment'],
    [
      'an API that is no API',
      new Response('<html>', { status: 502 }),
      503,
      5,
      'The API cannot serve this site at the moment',
    ],
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
