import { fact } from '@droptrack/catalogue/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { applyDefinitions } from '@droptrack/persistence';
import type { ClaimAction, WalletDrops } from '@droptrack/contracts';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const CONTRACT = `eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64`;
const TOKEN = `eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04`;
const claim = { rpc: 'linea', contract: CONTRACT, distributorStyle: 'uniswap', source: null };
const token = { symbol: fact('LINEA'), decimals: fact(18), address: fact(TOKEN) };
const window = (startsAt: string, endsAt: string) => [
  { ...eventDefinition('claim', startsAt, { endsAt }), url: 'https://linea.example/claim' },
];
const OPEN = window('2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
const [LISTED, UNLISTED, EMPTY] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const DROPS = [
  dropDefinition('open', { claim, token, events: OPEN }),
  dropDefinition('closed', { claim, token, events: window('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z') }),
  dropDefinition('later', { claim, token, events: window('2099-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z') }),
  dropDefinition('unnamed', { token, events: OPEN, links: { site: 'https://linea.example' } }),
  dropDefinition('unstyled', { claim: { ...claim, distributorStyle: undefined }, token, events: OPEN } as never),
  dropDefinition('tokenless', { claim, events: OPEN }),
  dropDefinition('signed', { claim: { ...claim, distributorStyle: 'zora' }, token, events: OPEN }),
  dropDefinition('undecided', { claim, token }),
];

describe('a prepared claim without a node of its chain', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(DROPS);
    const tree = { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH } as const;
    for (const { id } of DROPS) {
      if (id !== 'undecided') await publishList(api.db, id, { [LISTED]: 5n, [EMPTY]: 0n }, 'allocation', { tree });
    }
    await applyDefinitions(api.db, {
      origin: 'discovered',
      definitions: [dropDefinition('found', { claim, token, events: OPEN })],
      nowMs: Date.now(),
    });
    await publishList(api.db, 'found', { [LISTED]: 5n }, 'allocation', { tree });
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  const prepare = (body: object) => api.sdk.request<ClaimAction>('POST', '/v1/claims/prepare', { body });

  // No calldata without the checks.
  it.each([
    ['open', LISTED, 'unknown', 'node_missing'],
    ['closed', LISTED, 'expired', 'claim_expired'],
    ['later', LISTED, 'not_started', 'claim_not_open'],
    ['open', UNLISTED, 'not_listed', 'not_in_allocation_list'],
    ['open', EMPTY, 'nothing_to_claim', 'zero_allocation'],
    ['unnamed', LISTED, 'needs_web', 'project_page_required'],
    ['unstyled', LISTED, 'unsupported', 'style_unknown'],
    ['tokenless', LISTED, 'unsupported', 'token_unknown'],
    ['signed', LISTED, 'needs_signature', 'project_signature_required'],
    ['undecided', LISTED, 'unknown', 'eligibility_unknown'],
    ['found', LISTED, 'unsupported', 'discovered_drop'],
  ])('of %s for %s has no calls: %s, %s', async (drop, wallet, status, code) => {
    const action = await prepare({ drop, wallet });
    expect(action).toMatchObject({
      drop,
      status,
      reason: { code },
      calls: [],
      instructions: [],
      expects: [],
      fees: [],
    });
    expect([action.simulation, action.simulation_gap]).toEqual([null, 'not_ready']);
  });

  // A client could otherwise build on its device the call that is rejected here, and a wallet show it by a name that was not reviewed.
  it('is not helped by the distributors and the descriptor of a discovered drop', async () => {
    const contractsOf = async (drop: string) => (await api.sdk.drops.distributors(drop)).data.length;
    expect([await contractsOf('open'), await contractsOf('found')]).toEqual([1, 0]);
    await expect(api.sdk.drops.clearSigning('open')).resolves.toMatchObject({ display: {} });
    await expect(api.sdk.drops.clearSigning('found')).rejects.toMatchObject({ code: 'distributor_not_found' });
  });

  it.each([
    ['zero_address', `0x${'0'.repeat(40)}`],
    ['token_contract', TOKEN.slice(-42)],
    ['distributor', CONTRACT.slice(-42)],
    ['wallet_type', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ])('is rejected for a recipient that loses the tokens: %s', async (code, to) => {
    const rejected = await prepare({ drop: 'open', wallet: LISTED, to }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '#/to', code }] });
    expect(JSON.stringify(rejected)).not.toMatch(new RegExp(to.slice(2), 'i'));
  });

  it('is a problem at its position of a batch', async () => {
    const { secret } = await api.issueKey('scale');
    const claims = [
      { drop: 'open', wallet: LISTED },
      { drop: 'open', wallet: 'no wallet' },
      { drop: 'none', wallet: LISTED },
    ];
    const body = { claims };
    const { data } = await api.sdkOf(secret).request<{ data: unknown[] }>('POST', '/v1/claims/prepare/batch', { body });
    expect(data).toMatchObject([
      { status: 'unknown', reason: { code: 'node_missing' } },
      { problem: { code: 'invalid_wallet', errors: [{ pointer: '#/claims/1/wallet' }] } },
      { problem: { code: 'drop_not_found' } },
    ]);
  });

  it('is added to the drops of a wallet, whose proofs it does not show unasked', async () => {
    const { secret } = await api.issueKey('scale');
    const drops = (include: ('claim' | 'proofs')[]) => api.sdkOf(secret).wallets.drops({ wallets: [LISTED], include });
    const [found] = (await drops(['claim'])).data as WalletDrops[];
    const prepared = found?.claims?.map(({ drop }) => drop);
    expect(prepared).toEqual(expect.arrayContaining(['open', 'unnamed', 'found']));
    expect(prepared).not.toContain('closed');
    expect(found?.data.filter(({ proof }) => proof !== null)).toEqual([]);
    const [proven] = (await drops(['claim', 'proofs'])).data as WalletDrops[];
    expect(proven?.data.find(({ drop }) => drop === 'open')?.proof).not.toBeNull();
  });
});
