import { fact } from '@droptrack/catalogue/testing';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';

/** A public key, and the same with a mistyped last character, which is no point of the curve. */
const [WALLET, MISTYPED] = [
  '6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs12',
  '6D8GtWkKJgToM5UoiByHqjQCCC9Dq1Hh7iNmU4jKSs14',
];
/** Derived by a program: solana-labs/solana-web3.js, test/publickey.test.ts. */
const VAULT = '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA';
/** Public key of RFC 8032, section 7.1, test 1. */
const STRANGER = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';

describe('POST /v1/eligibility, for a Solana address that is no public key', () => {
  let api: TestApi;
  beforeAll(async () => {
    const solana = { chain: fact('solana') };
    api = await startApi([dropDefinition('listed', solana), dropDefinition('without-list', solana)]);
    await publishList(api.db, 'listed', { [WALLET]: 1n, [VAULT]: 2n });
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  const check = async (drop: string, wallet: string) => {
    const { status, eligible, reasons } = await api.sdk.eligibility.check({ drop, wallet });
    return [status, eligible, reasons[0]?.code];
  };

  // A mistyped address must not receive a definite no.
  it('is unknown if the address is in no list', async () => {
    expect(await check('listed', WALLET)).toEqual(['eligible', true, 'in_allocation_list']);
    expect(await check('listed', MISTYPED)).toEqual(['unknown', null, 'wallet_not_verifiable']);
    expect(await check('listed', STRANGER)).toEqual(['ineligible', false, 'not_in_allocation_list']);
  });

  it('is decided by the list if the address is in it, as a vault of a multisig can be', async () => {
    expect(await check('listed', VAULT)).toEqual(['eligible', true, 'in_allocation_list']);
  });

  it('is the same in the drops of a wallet', async () => {
    const [drops] = (await api.sdk.wallets.drops({ wallets: [MISTYPED], include: ['ineligible'] })).data;
    expect(drops).toMatchObject({
      summary: { unknown: 1, pending: 1, ineligible: 0 },
      data: expect.arrayContaining([
        expect.objectContaining({
          drop: 'listed',
          reasons: [expect.objectContaining({ code: 'wallet_not_verifiable' })],
        }),
      ]) as unknown,
      ineligible: [],
    });
  });

  it('is pending like any other wallet if there is no list', async () => {
    expect(await check('without-list', VAULT)).toEqual(['pending', null, 'snapshot_pending']);
  });
});
