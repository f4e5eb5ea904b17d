import {
  LISTS_PER_TOKEN,
  WALLET_CLAIMS_MAX,
  type WalletDropsQuery,
  type WalletHistoryQuery,
  WALLETS_MAX,
} from '@droptrack/contracts';
import { type BodyDocs, documents, type RouteDocs } from '../../openapi/document/route-docs';
import { InvalidWalletError } from '@droptrack/eligibility';
import { invalidCursor } from '../../platform/responses/list-body';
import { planRequired } from '../../platform/auth/plan.guard';
import { EXAMPLE_WALLETS } from '../eligibility/eligibility.example';
import { invalidWallet } from '../eligibility/wallet-of';
import { WalletsController } from './wallets.controller';
import { EXAMPLE_HISTORY, EXAMPLE_WALLET_DROPS } from './wallets.example';

const body: BodyDocs<WalletDropsQuery> = {
  description: `Wallets to check: 1 with the plan \`pro\`, up to ${WALLETS_MAX.scale} with \`scale\`.`,
  examples: {
    all: { summary: 'All drops of a wallet', body: { wallets: [EXAMPLE_WALLETS.evm] } },
    claimed: {
      summary: 'Launched drops of two wallets, with claim states; the second wallet is truncated',
      body: {
        wallets: [EXAMPLE_WALLETS.evm, EXAMPLE_WALLETS.evm.slice(0, -1)],
        status: ['tge'],
        include: ['claimed'],
      },
    },
  },
  invalid: { wallets: [], drop: 'linea' },
};

const drops: RouteDocs = {
  operationId: 'listWalletDrops',
  summary: 'List all drops of wallets',
  description:
    'Checks wallets against all drops, as of the same instant. `data` contains one item per wallet, in request order: a ' +
    'summary, and the results of the drops for which the wallet is eligible or excluded, or its eligibility pending or ' +
    'unknown, each as in `POST /v1/eligibility`. All other drops are only counted as `summary.ineligible`; their ids are ' +
    'returned with `include: ["ineligible"]`. Drops that do not accept the type of the wallet are neither listed nor ' +
    'counted, and archived drops are not checked.\n\n' +
    'Results are in the order: claimable now; claimable later or with an unknown window; claimed or expired; pending; ' +
    'unknown; excluded. Within each, they are sorted by the end of the claim window, then by value, highest first, then ' +
    'by id. `summary.claimable_value_usd` adds the values of allocations at known prices; ' +
    '`summary.claimable_without_price` counts the rest. Expected values are not added.\n\n' +
    'Without `include: ["claimed"]`, claim states are not read, and `claimed` is null. With it, the states of followed ' +
    'distributors come from their ledgers (`claim.ledger`). Those of other distributors are read from the chain ' +
    `within 2 s in total, and for at most ${WALLET_CLAIMS_MAX} entries, in the order of the wallets; ` +
    'those that arrive later, and those of further entries, are null. `proof`, and the proofs of `entries`, ' +
    'are null without `include: ["proofs"]`. With `include: ["claim"]`, `claims` has the prepared claims of the drops whose claim may be ' +
    'open, each as in `POST /v1/claims/prepare`; at most 20 are prepared in a request, in the order of the wallets and of `data`.\n\n' +
    'The item of an invalid wallet is `{ "problem": … }`; other wallets are not affected. A repeated wallet is checked ' +
    'once, has the same item at each of its positions, and consumes tokens for each. If one of the lists is being replaced, the whole request is rejected with 503, because its result would ' +
    'be incomplete.\n\n' +
    `A request consumes one token per wallet and ${LISTS_PER_TOKEN} active lists, rounded up: with 60 active lists, one ` +
    'wallet costs 3 tokens and 20 wallets cost 60, whatever `status` and `sample` select. `summary.checked_lists` is the number of ' +
    'lists that were searched for the wallet. Without enough tokens, the request is rejected with 429 and consumes none. ' +
    'An invalid body, and several wallets with the plan `pro`, are rejected and consume one token.\n\n' +
    'The check is read-only and stores nothing, and wallets are never logged. However, one request links its wallets to ' +
    'each other: send wallets of different owners separately.',
  body,
  response: {
    kind: 'uncached',
    type: 'WalletDropsResult',
    description: 'Drops of the wallets, in request order.',
    examples: { drops: { summary: 'One wallet with its drops, and one invalid wallet', body: EXAMPLE_WALLET_DROPS } },
  },
  problems: [{ error: planRequired('A request for several wallets', 'scale', 'pro'), instance: '/v1/wallets/drops' }],
};

const historyBody: BodyDocs<WalletHistoryQuery> = {
  description: 'The wallet, and which page of its claims.',
  examples: { first: { summary: 'Latest claims of a wallet', body: { wallet: EXAMPLE_WALLETS.evm, limit: 100 } } },
  invalid: { wallet: EXAMPLE_WALLETS.evm, limit: 0 },
};

const history: RouteDocs = {
  operationId: 'listWalletHistory',
  summary: 'List the claims of a wallet',
  description:
    'Returns the claims of a wallet from all followed distributors, the latest first, each with its transaction, its time and the ' +
    'amount that it paid. The claims come from the events of the contracts, 64 blocks behind the chain; `behind` names the ' +
    'distributors that are further behind. `value_usd` is the value at the price that this service observed last before the claim, ' +
    'and null without one of at most 24 hours before it. It is no statement about tax.\n\n' +
    'The request is read-only and stores nothing, and wallets are never logged.',
  body: historyBody,
  response: {
    kind: 'uncached',
    type: 'WalletHistory',
    description: 'A page of claims.',
    examples: { claims: { summary: 'One claim', body: EXAMPLE_HISTORY } },
  },
  problems: [
    { error: invalidWallet(new InvalidWalletError('evm_length')), instance: '/v1/wallets/history' },
    { error: invalidCursor({ pointer: '#/cursor' }), instance: '/v1/wallets/history' },
  ],
};

export const walletsDocs = documents(WalletsController, 'Eligibility', { drops, history });
