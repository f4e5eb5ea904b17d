import { InvalidWalletError } from '@droptrack/eligibility';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { type BodyDocs, documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { EligibilityController } from './eligibility.controller';
import { EXAMPLE_BATCH, EXAMPLE_CHECKS, EXAMPLE_WALLETS } from './eligibility.example';
import { invalidWallet } from './wallet-of';

const body: BodyDocs = {
  contract: 'EligibilityCheck',
  description: 'The wallet and the drop.',
  examples: {
    evm: { summary: 'An EVM address', body: { wallet: EXAMPLE_WALLETS.evm, drop: 'linea' } },
    solana: { summary: 'A Solana address', body: { wallet: EXAMPLE_WALLETS.solana, drop: 'linea' } },
  },
  invalid: { wallet: 7, drop: 'linea', chain: 'linea' },
};

const refused = (error: ProblemOccasion['error']): ProblemOccasion => ({ error, instance: '/v1/eligibility' });

const check: RouteDocs = {
  operationId: 'checkEligibility',
  summary: 'Check a wallet against a drop',
  description:
    'Whether a wallet gets something from a drop, by its published list; where there is none, how far things are. It ' +
    'changes nothing and stores nothing, and wallets are in no log, so it may be repeated like a read. ' +
    'Every well-formed check is 200.\n\n' +
    '`eligible` is null while `status` is `pending` (nobody can know yet) or `unknown` (this service cannot know): that ' +
    'is not a no. The first of `reasons` says what decided:\n\n' +
    '| status | first reason | when |\n|---|---|---|\n' +
    '| `unknown` | `source_unavailable` | the drop counts wallets of a kind that cannot be checked here |\n' +
    '| `ineligible` | `wrong_address_family` | the drop counts wallets of another kind |\n' +
    '| `eligible` | `in_allocation_list` | the wallet is in the published list |\n' +
    '| `ineligible` | `excluded_sybil` | it is in the list of those left out, and not in the other |\n' +
    '| `ineligible` | `not_in_allocation_list` | it is in neither |\n' +
    '| `pending` | `snapshot_pending` | there is no list, and the snapshot is to come or not known |\n' +
    '| `pending` | `list_not_published` | the snapshot is taken, its list is not published |\n' +
    '| `unknown` | `source_unavailable` | the tokens are out, and no list is available |\n\n' +
    'Reasons after it are about the claim: `claim_not_open`, `claim_expired`, `already_claimed`. `claim.status` tells ' +
    'where the window stands, or that the wallet has claimed. That is asked of the chain, for drops whose contract is ' +
    'known, and shows up to a minute late; `claimed` is null where nobody could be asked, or did not answer in 2 s. ' +
    'Some contracts pay in parts and report amounts: `claimed_amount` is what was claimed so far, in base units, and ' +
    '`claimed` is true once that reaches the allocation. It is null for contracts that report only yes or no.\n\n' +
    '`proof` is there for lists that are published with a merkle tree: it leads from wallet and amount to `root`, so ' +
    'that a client need not trust the response. Compare `root` with the one that the project published. ' +
    '`proof.root_published` is false where this service computed the root itself and no published root confirms it: ' +
    'such a proof shows only that wallet and amount are in the list that is stored here. In a proof of the ' +
    'format `jito` the parts of `breakdown` whose reason says `locked` count apart.\n\n' +
    'An EVM address in one case is taken as it is; in mixed case its checksum (EIP-55) must be right.',
  body,
  answer: {
    kind: 'unkept',
    type: 'EligibilityResult',
    description: 'What is known.',
    examples: {
      eligible: { summary: 'In the published list', body: EXAMPLE_CHECKS.eligible },
      ineligible: { summary: 'Not in the published list', body: EXAMPLE_CHECKS.ineligible },
      wrongFamily: { summary: 'A Solana wallet for a drop on an EVM chain', body: EXAMPLE_CHECKS.wrongFamily },
      pending: { summary: 'Nobody knows yet when the snapshot is', body: EXAMPLE_CHECKS.pending },
      unknown: { summary: 'The tokens are out, and no list is available', body: EXAMPLE_CHECKS.unknown },
    },
  },
  problems: [
    refused(invalidWallet(new InvalidWalletError('evm_checksum'))),
    refused(new DropNotFoundError('linae')),
    refused(new DropArchivedError('old-season')),
  ],
};

const batchBody: BodyDocs = {
  contract: 'EligibilityBatch',
  description: 'The wallets and their drops, 1 to 100 pairs.',
  examples: {
    pairs: {
      summary: 'Two wallets, the second of which is cut off',
      body: {
        checks: [
          { wallet: EXAMPLE_WALLETS.evm, drop: 'linea' },
          { wallet: EXAMPLE_WALLETS.evm.slice(0, -1), drop: 'linea' },
        ],
      },
    },
  },
  invalid: { checks: [], drop: 'linea' },
};

const checkBatch: RouteDocs = {
  operationId: 'checkEligibilityBatch',
  summary: 'Check many wallets at once',
  description:
    'Up to 100 checks, each answered as `POST /v1/eligibility` answers it, all as of one instant. `data` has one member ' +
    'for each check, in their order. In the place of a check that is refused stands `{ "problem": … }`, with ' +
    'the problem that it would have been alone: it spoils no other. Its pointers lead into the whole body, such as ' +
    '`#/checks/1/wallet`.\n\n' +
    'A batch of n checks costs n tokens at once, or is refused as a whole with 429 and costs none. A body that is no ' +
    'batch is refused as a whole and costs one token.',
  body: batchBody,
  answer: {
    kind: 'unkept',
    type: 'EligibilityBatchResult',
    description: 'What is known of each.',
    examples: { pairs: { summary: 'One that is in the list, one that is no wallet', body: EXAMPLE_BATCH } },
  },
};

export const eligibilityDocs = documents(EligibilityController, 'Eligibility', { check, checkBatch });
