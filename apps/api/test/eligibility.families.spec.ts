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

/** An address of Sui, Aptos or Movement, above the bound of Starknet. */
const HEX32 = `0x${'ab'.repeat(32)}`;
const TON = '0:2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3';
const TON_FRIENDLY = 'UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BASE58 = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';

const CATALOGUE = [
  dropDefinition('on-sui', { chain: fact('sui') }),
  dropDefinition('on-moves', { chain: fact('aptos'), wallets: ['aptos', 'movement'] }),
  dropDefinition('on-ton', { chain: fact('ton') }),
  dropDefinition('on-bitcoin', { chain: fact('bitcoin') }),
  dropDefinition('on-solana', { chain: fact('solana') }),
  dropDefinition('on-starknet', { chain: fact('starknet') }),
  dropDefinition('on-osmosis', { chain: fact('osmosis') }),
  dropDefinition('elsewhere', { chain: fact('near') }),
  dropDefinition('on-both', { chain: fact('starknet'), wallets: ['starknet', 'evm'] }),
];

describe('wallet families', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(CATALOGUE);
    await publishList(api.db, 'on-starknet', { [STARKNET]: 1n });
    await publishList(api.db, 'on-osmosis', { [OSMOSIS]: 1n });
    await publishList(api.db, 'on-both', { [STARKNET]: 1n, [EVM]: 2n });
    await publishList(api.db, 'on-sui', { [STARKNET]: 1n, [HEX32]: 2n });
    await publishList(api.db, 'on-moves', { [STARKNET]: 1n });
    await publishList(api.db, 'on-ton', { [TON]: 3n });
    await publishList(api.db, 'on-bitcoin', { [SEGWIT]: 4n, [BASE58]: 5n });
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
    ['on-sui', STARKNET, 'in_allocation_list'],
    ['on-sui', HEX32, 'in_allocation_list'],
    ['on-ton', TON, 'in_allocation_list'],
    ['on-ton', SEGWIT, 'wrong_address_family'],
    ['on-bitcoin', SEGWIT, 'in_allocation_list'],
    ['on-bitcoin', BASE58, 'in_allocation_list'],
    ['on-bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'not_in_allocation_list'],
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

  it('finds a wallet by any form of its address', async () => {
    const {
      wallet,
      wallet_type: type,
      status,
    } = await api.sdk.eligibility.check({ wallet: TON_FRIENDLY, drop: 'on-ton' });
    expect([wallet, type, status]).toEqual([TON, 'ton', 'eligible']);
  });

  // The lists of a drop of several families do not state whose wallet an address is.
  it('is never ineligible with an address that several families of the drop have', async () => {
    const other = await api.sdk.eligibility.check({ wallet: HEX32, drop: 'on-moves' });
    expect(other).toMatchObject({ status: 'unknown', eligible: null, wallet_type: 'aptos' });
    expect(other.reasons[0]?.code).toBe('wallet_not_verifiable');
    expect((await api.sdk.eligibility.check({ wallet: STARKNET, drop: 'on-moves' })).status).toBe('eligible');
  });

  it('searches the drops of all families that an address can have', async () => {
    const [item] = (await api.sdk.wallets.drops({ wallets: [STARKNET] })).data;
    if (item === undefined || 'problem' in item) throw new Error('No item');
    expect([item.wallet_type, item.wallet_types]).toEqual(['starknet', ['starknet', 'sui', 'aptos', 'movement']]);
    const found = item.data
      .filter(({ status }) => status === 'eligible')
      .map(({ drop, wallet_type: type }) => [drop, type]);
    expect(found.sort()).toEqual([
      ['on-both', 'starknet'],
      ['on-moves', 'aptos'],
      ['on-starknet', 'starknet'],
      ['on-sui', 'sui'],
    ]);
    const [evm] = (await api.sdk.wallets.drops({ wallets: [EVM] })).data;
    expect(evm).not.toHaveProperty('wallet_types');
  });

  it.each([
    ['on-sui', HEX32, 'sui', '2'],
    ['on-moves', STARKNET, 'aptos', '1'],
    ['on-ton', TON_FRIENDLY, 'ton', '3'],
    ['on-bitcoin', SEGWIT, 'bitcoin', '4'],
    ['on-bitcoin', BASE58, 'bitcoin', '5'],
  ] as const)('are checked privately for the drop %s and the wallet %s', async (drop, wallet, type, amount) => {
    const check = await api.sdk.eligibility.checkPrivately({ drop, wallet, type });
    expect(check).toMatchObject({ listed: true, amount, wallet_type: type });
    expect(check.prefix.length).toBeLessThan(10);
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
    ['on-ton', 'hash_or_key', HEX32],
    ['on-ton', 'ton_checksum', TON_FRIENDLY.replace('UQAs', 'UQAt')],
    ['on-bitcoin', 'bitcoin_checksum', SEGWIT.replace('8f3t4', '8f3t5')],
    ['on-both', 'evm_length', EVM.slice(0, -1)],
    ['nope', 'hash_or_key', 'c'.repeat(64)],
    // No address of these drops has 64 hex digits, so the text is more likely a private key than a wallet of another family.
    ['on-solana', 'hash_or_key', STARKNET],
    ['on-osmosis', 'hash_or_key', STARKNET],
    ['on-osmosis', 'hash_or_key', STARKNET.replace('fd', 'fD')],
    ['elsewhere', 'hash_or_key', HEX32],
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
