import type { Drop, DropExplanation, EligibilityResult, Problem, ProblemCode } from '@droptrack/contracts';
import { parseWallet, PORTABLE_HASH, parentHash, treeKind } from '@droptrack/eligibility';
import { renderPage, type RenderedPage, type RenderOptions } from '../../testing';
import { checkPage } from './check-page';

export const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
export const NOW = '2026-11-23T12:00:00.000Z';
const AMOUNT = '1250500000000000000000';

/** Drop of a list of drops. Its snapshot was taken. */
export const drop = (id: string, name: string, over: Partial<Drop> = {}): Drop =>
  ({ id, name, status: 'tge', snapshot: { block: null, date: '2026-08-01T00:00:00.000Z' }, ...over }) as Drop;

/** Result of an eligible wallet with an open claim. */
export const eligible = (over: Partial<EligibilityResult> = {}): EligibilityResult => ({
  drop: 'linea',
  wallet: WALLET,
  wallet_type: 'evm',
  status: 'eligible',
  eligible: true,
  allocation: {
    amount: AMOUNT,
    decimals: 18,
    symbol: 'LINEA',
    token: null,
    value_usd: 31.26,
    breakdown: [],
    vesting: null,
  },
  claim: {
    status: 'open',
    opens_at: '2026-09-10T13:00:00.000Z',
    closes_at: '2026-12-09T00:00:00.000Z',
    claimed: false,
    claimed_amount: null,
    contract: 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
    url: 'https://claim.linea.example/now',
  },
  proof: null,
  entries: [],
  reasons: [{ code: 'in_allocation_list', message: 'The wallet is in the published allocation list.' }],
  snapshot: { block: null, date: null },
  source: {
    kind: 'allocation_list',
    list: null,
    version: 3,
    url: 'https://linea.example/list.csv',
    sha256: 'ab'.repeat(32),
    published_at: '2026-08-20T09:15:00.412Z',
  },
  checked_at: NOW,
  as_of: NOW,
  ...over,
});

/** Result of a wallet without an allocation. */
export const without = (
  status: EligibilityResult['status'],
  code: EligibilityResult['reasons'][number]['code'],
  message: string,
  over: Partial<EligibilityResult> = {},
): EligibilityResult =>
  eligible({
    status,
    eligible: status === 'ineligible' ? false : null,
    allocation: null,
    reasons: [{ code, message }],
    source: null,
    ...over,
  });

/** A valid proof of {@link eligible}, over two siblings. */
export function proofOf(rootPublished: boolean): NonNullable<EligibilityResult['proof']> {
  const kind = treeKind('uniswap');
  const leaf = { wallet: parseWallet(WALLET).bytes, amount: BigInt(AMOUNT), index: 5n };
  const siblings = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
  const root = siblings.reduce(
    (node, sibling) => parentHash(kind, node, sibling, PORTABLE_HASH),
    kind.leafHash(leaf, PORTABLE_HASH),
  );
  const [rootHex = '', ...proof] = [root, ...siblings].map((hash) => `0x${Buffer.from(hash).toString('hex')}`);
  return { format: 'uniswap', root: rootHex, root_published: rootPublished, index: 5, proof };
}

/** Explanation of `linea`, with its site and list. */
export const explanation = (over: Partial<DropExplanation> = {}): DropExplanation =>
  ({
    drop: 'linea',
    name: 'Linea',
    official_domains: [{ domain: 'linea.example', page: 'https://www.linea.example' }],
    ev_usd: { list: { version: 3, sha256: 'ab'.repeat(32) } },
    ...over,
  }) as DropExplanation;

/** Error response of the API. */
export const problem = (
  status: number,
  code: ProblemCode,
  over: Partial<Problem> = {},
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, detail: '', errors: [], ...over }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

/** Problem of an invalid wallet. */
export const invalidWallet = (reason: string, detail: string): Partial<Problem> => ({
  detail,
  errors: [{ pointer: '#/wallet', code: reason, detail }],
});

/** Responses of an API with two drops, of which one has a recent list. */
export const RESPONSES: NonNullable<RenderOptions['responses']> = {
  'GET /v1/drops': { data: [drop('base', 'Base'), drop('linea', 'Linea')], next_cursor: null, as_of: NOW },
  'GET /v1/events': {
    data: [{ type: 'eligibility.list_published', data: { object: { drop: 'linea', version: 3 } } }],
    next_cursor: null,
    as_of: NOW,
  },
  'GET /v1/drops/linea/explain': explanation(),
  'POST /v1/eligibility': eligible(),
};

/** Posts the form. */
export const check = (
  form: Record<string, string>,
  responses: NonNullable<RenderOptions['responses']> = {},
): Promise<RenderedPage> =>
  renderPage(checkPage, {
    url: '/check',
    form: { wallet: WALLET, drop: '', ...form },
    responses: { ...RESPONSES, ...responses },
    nowMs: Date.parse(NOW),
  });
