import { fact } from '@droptrack/catalogue/testing';
import { base58, bech32 } from '@scure/base';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const EVM = evmWallet('1');
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const STARKNET = '0x02fd23d9182193775423497fc0c472e156c57c69e4089a1967fb288a2d84e914';
/** The phrase of a key of zeros, which BIP-39 publishes as a test vector. */
const PHRASE = `${'abandon '.repeat(11)}about`;
/** Addresses of one key on two chains. */
const OSMOSIS = bech32.encode('osmo', bech32.toWords(new Uint8Array(20).fill(7)));
const COSMOS = bech32.encode('cosmos', bech32.toWords(new Uint8Array(20).fill(7)));

const CATALOGUE = [
  dropDefinition('on-solana', { chain: fact('solana') }),
  dropDefinition('on-starknet', { chain: fact('starknet') }),
  dropDefinition('on-osmosis', { chain: fact('osmosis') }),
  dropDefinition('on-both', { chain: fact('starknet'), wallets: ['starknet', 'evm'] }),
];

describe('wallet families', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(CATALOGUE);
    await publishList(api.db, 'on-starknet', { [STARKNET]: 1n });
    await publishList(api.db, 'on-osmosis', { [OSMOSIS]: 1n });
    await publishList(api.db, 'on-both', { [STARKNET]: 1n, [EVM]: 2n });
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  it.each([
    ['on-starknet', STARKNET, 'in_allocation_list'],
    ['on-starknet', SOLANA, 'wrong_address_family'],
    ['on-starknet', EVM, 'wrong_address_family'],
    ['on-solana', COSMOS, 'wrong_address_family'],
    ['on-both', STARKNET, 'in_allocation_list'],
    ['on-both', EVM, 'in_allocation_list'],
    ['on-osmosis', OSMOSIS, 'in_allocation_list'],
    ['on-osmosis', COSMOS, 'not_in_allocation_list'],
    ['on-starknet', OSMOSIS, 'wrong_address_family'],
  ])('decides for the drop %s and the wallet %s: %s', async (drop, wallet, code) => {
    const { reasons, ...result } = await api.sdk.eligibility.check({ wallet, drop });
    expect(reasons.map((reason) => reason.code)).toEqual([code]);
    expect(result).toMatchObject({ wallet, eligible: code === 'in_allocation_list' });
  });

  // A key has another address on each chain, and the list decides.
  it('explains to a Cosmos wallet that is not listed that the list may be of another chain', async () => {
    const { reasons } = await api.sdk.eligibility.check({ wallet: COSMOS, drop: 'on-osmosis' });
    expect(reasons[0]?.message).toMatch(/check the address with the prefix of that chain/);
  });

  it('normalizes wallets, and returns their type', async () => {
    const upper = `0x${STARKNET.slice(3).toUpperCase()}`;
    const starknet = await api.sdk.eligibility.check({ wallet: upper, drop: 'on-starknet' });
    expect(starknet).toMatchObject({ wallet: STARKNET, wallet_type: 'starknet', status: 'eligible' });
    const cosmos = await api.sdk.eligibility.check({ wallet: OSMOSIS.toUpperCase(), drop: 'on-osmosis' });
    expect(cosmos).toMatchObject({ wallet: OSMOSIS, wallet_type: 'cosmos', status: 'eligible' });
  });

  it.each([
    ['on-osmosis', 'bech32_checksum', OSMOSIS.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    ['on-osmosis', 'bech32_case', OSMOSIS.replace('o', 'O')],
    ['on-osmosis', 'cosmos_form', 'abc1'],
    ['on-osmosis', 'bech32', bech32.encode('osmovaloper', bech32.toWords(new Uint8Array(20)))],
    ['on-starknet', 'starknet_checksum', STARKNET.replace('fd', 'fD')],
    ['on-starknet', 'starknet_length', STARKNET.slice(0, 30)],
    ['on-starknet', 'hash_or_key', `0x${'c'.repeat(64)}`],
    ['on-both', 'evm_length', EVM.slice(0, -1)],
    ['nope', 'hash_or_key', 'c'.repeat(64)],
    // No address of these drops has 64 hex digits, so the text is more likely a private key than a wallet of another family.
    ['on-solana', 'hash_or_key', STARKNET],
    ['on-osmosis', 'hash_or_key', STARKNET],
    ['on-osmosis', 'hash_or_key', STARKNET.replace('fd', 'fD')],
    ['on-solana', 'hash_or_key', base58.encode(new Uint8Array(64).fill(9))],
    ['on-solana', 'hash_or_key', JSON.stringify(Array(64).fill(9))],
    ['on-both', 'recovery_phrase', PHRASE],
    ['nope', 'recovery_phrase', `${PHRASE} ${PHRASE}`],
  ])('rejects for the drop %s, with the reason %s and without the text', async (drop, code, wallet) => {
    const response = await api.post('/v1/eligibility', JSON.stringify({ wallet, drop }));
    expect(response.statusCode).toBe(422);
    expect(response.json<{ errors: object[] }>().errors).toMatchObject([{ pointer: '#/wallet', code }]);
    if (wallet.length > 3) expect(response.body).not.toContain(wallet);
  });

  it('writes no wallet to logs or metrics', async () => {
    const kept = `${api.logs.join('')}${await api.metrics()}`;
    expect(kept).toContain('/v1/eligibility');
    for (const wallet of [STARKNET, OSMOSIS, COSMOS]) expect(kept.toLowerCase()).not.toContain(wallet.slice(8, 30));
  });
});
