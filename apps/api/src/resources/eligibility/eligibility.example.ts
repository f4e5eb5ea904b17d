import type { DropDefinition, Fact, ListEntry } from '@droptrack/catalogue';
import type { AllocationProof, DropStatus, EligibilityBatchResult, EligibilityResult } from '@droptrack/contracts';
import {
  decideEligibility,
  type EligibilityFacts,
  InvalidWalletError,
  parentHash,
  parseWallet,
  PORTABLE_HASH,
  treeKind,
} from '@droptrack/eligibility';
import { presentProblem } from '../../platform/errors/problem';
import { exampleDefinition } from '../explain/explain.example';
import { EXAMPLE_AS_OF, EXAMPLE_REQUEST_ID, PUBLIC_URL } from '../../openapi/document/example-catalogue';
import { invalidWallet } from './wallet-of';

/** Example wallets: a well-known EVM address, and the address of a Solana program. */
export const EXAMPLE_WALLETS = {
  evm: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  solana: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
} as const;

const unsourced = <T>(value: T): Fact<T> => ({ value, source: null });

/** Drop of the examples, with a launched token and an upcoming claim. */
const LINEA: DropDefinition = {
  ...exampleDefinition(),
  token: {
    symbol: unsourced('LINEA'),
    decimals: unsourced(18),
    address: unsourced('eip155:59144/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04'),
  },
  value: { ...exampleDefinition().value, priceUsd: unsourced(0.025) },
  claim: {
    rpc: 'linea',
    contract: 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
    check: 'isClaimed(uint256 index) returns (bool)',
    source: null,
  },
  links: { site: 'https://linea.example' },
  events: [
    {
      key: 'claim',
      type: 'claim',
      title: 'Claim window',
      startsAt: '2026-09-10T13:00:00.000Z',
      endsAt: '2026-12-09T00:00:00.000Z',
      precision: 'minute',
      status: 'confirmed',
      block: null,
      phase: null,
      url: 'https://linea.example/claim',
      source: null,
    },
  ],
};

const AMOUNT = 1_250n * 10n ** 18n;
const PROOF = proofOf(5n, AMOUNT);

/** Valid proof with arbitrary siblings, whose root follows from them. */
function proofOf(index: bigint, amount: bigint): AllocationProof {
  const kind = treeKind('uniswap');
  const siblings = ['first', 'second', 'third'].map((text) => PORTABLE_HASH.keccak256(Buffer.from(text)));
  const leaf = kind.leafHash({ wallet: parseWallet(EXAMPLE_WALLETS.evm).bytes, amount, index }, PORTABLE_HASH);
  const root = siblings.reduce((node, sibling) => parentHash(kind, node, sibling, PORTABLE_HASH), leaf);
  const [rootHex = '', ...proof] = [root, ...siblings].map((hash) => `0x${Buffer.from(hash).toString('hex')}`);
  return { format: 'uniswap', root: rootHex, root_published: true, index: Number(index), proof };
}

const LIST: ListEntry = {
  drop: 'linea',
  kind: 'allocation',
  version: 1,
  list_id: 1,
  wallets: 749_662,
  total: '9361298000000000000000000000',
  decimals: 18,
  sha256: 'c1a7d9e3b25f46088ad94c3f7e10b2d65a8f93e7140cbb2d6f5e8a9017d3c4f2',
  url: 'https://linea.example/eligibility.csv',
  spread: null,
  tree: { format: PROOF.format, root: PROOF.root, root_published: PROOF.root_published },
  publishedAtMs: Date.parse('2026-08-20T09:15:00.412Z'),
};

const ROW = {
  amount: AMOUNT.toString(),
  breakdown: [
    { reason: 'bridge_volume', amount: '1000000000000000000000' },
    { reason: 'early_user', amount: '250000000000000000000' },
  ],
  proof: PROOF,
  claimState: { isClaimed: false, claimedAmount: null },
};

function check(definition: DropDefinition, over: Partial<EligibilityFacts> & { wallet?: never; text?: string } = {}) {
  const { text = EXAMPLE_WALLETS.evm, ...facts } = over;
  const decided = decideEligibility({
    wallet: parseWallet(text),
    atMs: Date.parse(EXAMPLE_AS_OF),
    status: 'upcoming',
    definition,
    allocations: [],
    exclusions: [],
    ...facts,
  });
  return { ...decided, as_of: EXAMPLE_AS_OF };
}

/** Drop without any declared facts. */
const bare = (id: string, name: string): DropDefinition => ({
  ...LINEA,
  id,
  name,
  token: { symbol: null, decimals: null, address: null },
  snapshot: { block: null, date: null },
  claim: null,
  events: [],
});

const AFTER_TGE: DropStatus = 'tge';

/** One result per status, as returned by the API. */
export const EXAMPLE_CHECKS = {
  eligible: check(LINEA, { allocations: [{ list: LIST, entries: [ROW] }] }),
  ineligible: check(LINEA, { allocations: [{ list: LIST, entries: [] }] }),
  wrongFamily: check(LINEA, { text: EXAMPLE_WALLETS.solana }),
  pending: check(bare('base', 'Base')),
  unknown: check({ ...bare('metamask', 'MetaMask'), snapshot: LINEA.snapshot }, { status: AFTER_TGE }),
} as const satisfies Record<string, EligibilityResult>;

/** Batch of two checks, the second with an invalid wallet. */
export const EXAMPLE_BATCH: EligibilityBatchResult = {
  data: [
    EXAMPLE_CHECKS.eligible,
    {
      problem: presentProblem(invalidWallet(new InvalidWalletError('evm_length'), '#/checks/1/wallet'), {
        publicUrl: PUBLIC_URL,
        instance: '/v1/eligibility/batch',
        requestId: EXAMPLE_REQUEST_ID,
      }),
    },
  ],
};
