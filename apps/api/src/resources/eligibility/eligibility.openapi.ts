import type { EligibilityBatch, EligibilityCheck } from '@droptrack/contracts';
import { InvalidWalletError } from '@droptrack/eligibility';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { type BodyDocs, documents, type ProblemOccasion, type RouteDocs } from '../../openapi/document/route-docs';
import { EligibilityController } from './eligibility.controller';
import { EXAMPLE_BATCH, EXAMPLE_CHECKS, EXAMPLE_WALLETS } from './eligibility.example';
import { versionNotFound } from './list-versions';
import { invalidWallet } from './wallet-of';

const body: BodyDocs<EligibilityCheck> = {
  description: 'Wallet and drop to check.',
  examples: {
    evm: { summary: 'EVM address', body: { wallet: EXAMPLE_WALLETS.evm, drop: 'linea' } },
    former: {
      summary: 'EVM address in a former version of the list',
      body: { wallet: EXAMPLE_WALLETS.evm, drop: 'linea', list_version: 1 },
    },
    solana: { summary: 'Solana address', body: { wallet: EXAMPLE_WALLETS.solana, drop: 'linea' } },
  },
  invalid: { wallet: 7, drop: 'linea', chain: 'linea' },
};

const rejected = (error: ProblemOccasion['error']): ProblemOccasion => ({ error, instance: '/v1/eligibility' });

const check: RouteDocs = {
  operationId: 'checkEligibility',
  summary: "Check a wallet's eligibility",
  description:
    'Checks a wallet against the published allocation list of a drop. Without a list, the status of the drop determines ' +
    'the result. The check is read-only and stores nothing, and wallets are never logged. Every well-formed check ' +
    'returns 200.\n\n' +
    '`eligible` is null while `status` is `pending` (not decided yet) or `unknown` (cannot be determined by this ' +
    'service); neither means ineligible. The first item of `reasons` determines the status:\n\n' +
    '| Status | First reason | Condition |\n|---|---|---|\n' +
    '| `unknown` | `source_unavailable` | The drop accepts only wallet types that this service cannot check, and its method of distribution says no more. |\n' +
    '| `ineligible` | `wrong_address_family` | The drop does not accept the type of the wallet. |\n' +
    '| `eligible` | `in_allocation_list` | The wallet is in the active allocation list. |\n' +
    '| `ineligible` | `excluded_sybil` | The wallet is in the exclusion list and not in the allocation list. |\n' +
    '| `unknown` | `wallet_not_verifiable` | A Solana address in neither list that is not a public key: mistyped, or of a program. |\n' +
    '| `unknown` | `wallet_not_verifiable` | An address of `0x` and 64 hex digits in no list of a drop that accepts several types of this form. |\n' +
    '| `ineligible` | `not_in_allocation_list` | The wallet is in neither list. |\n' +
    '| `pending` | `snapshot_pending` | There is no list, and the snapshot is announced for later. |\n' +
    '| `unknown`, `pending` | `nothing_to_claim` | There is no list, and the tokens are credited without a claim: `unknown` once they are, `pending` before. |\n' +
    '| `unknown` | `answered_by_project` | There is no list, the wallets are decided, and only the project can answer: no list is published as a whole. |\n' +
    '| `unknown` | `list_not_loaded` | The token has launched, claims are open or the drop has ended, but this service has no list of it. |\n' +
    '| `pending` | `snapshot_pending` | There is no list, and the snapshot is unknown. |\n' +
    '| `pending` | `list_not_published` | The snapshot was taken, but no list is published. |\n\n' +
    '`nothing_to_claim` and `answered_by_project` follow from the method of distribution (`distribution` of the drop); they are never a ' +
    'yes or a no. The methods `direct_credit`, `genesis`, `registration_then_credit` and `mintless` credit wallets, `exchange_program` ' +
    'accounts at an exchange, for which no wallet has the wrong type. `checker` is the place at which the project itself answers: for ' +
    'results that are `pending` or `unknown`, if it is known.\n\n' +
    'While a claim is announced for later, a launched token alone does not make the result `unknown`. ' +
    'Further reasons describe the row (`l2_alias`: the list contains the L2 alias of the wallet, a contract of L1), the proof ' +
    '(`unpublished_root`) and the claim: `claim_not_open`, `claim_expired`, ' +
    '`already_claimed`. `claim.status` is the ' +
    'state of the claim window, or `claimed` if the wallet has claimed. A window without a known end is `open` for a year ' +
    'after its start, and `unknown` from then on. For drops with a known contract, the claim is ' +
    'read from the chain and can be up to 5 s old; `claimed` is null if the chain cannot be queried or does not ' +
    'respond within 2 s. For contracts that pay in parts, `claimed_amount` is the amount claimed so far in base units, ' +
    'and `claimed` is true once it reaches the allocation. `claimed_amount` is null for contracts that report only yes ' +
    'or no.\n\n' +
    'A drop can have several lists: an unnamed one, and others by name. A wallet in any of the allocation lists is eligible, ' +
    'and its allocation is the sum. A wallet with several rows has `entries`, one per row, each with its list, proof and ' +
    'claim state. A wallet with a single row has none: `source.list` is the name of its list.\n\n' +
    '`list_version` names a version of the unnamed allocation list that decides instead of all active lists, also instead ' +
    'of exclusion lists: what a former list stated, with its proofs. Versions are kept until an operator deletes their rows; ' +
    'for others the response is 404 `list_not_found`. `source.version` is the version that determined a result.\n\n' +
    '`proof` is present for lists that were published with a Merkle tree. It leads from wallet and amount to `root`, so ' +
    'that a client does not have to trust this service: compare `root` with the root that the project published. ' +
    '`proof.root_published` is false if this service computed the root itself and no published root confirms it; such a ' +
    'proof shows only that wallet and amount are in the list stored by this service, and `unpublished_root` is among the ' +
    'reasons. In the proof format `jito`, parts ' +
    'of `breakdown` whose `reason` contains the word `locked` form a separate amount of the leaf.\n\n' +
    'Solana addresses have no checksum. About half of all mistyped ones are no point of the curve ed25519; in no list, they ' +
    'are `unknown`, as are addresses that programs derive, such as vaults of multisigs. Listed ones are `eligible`.\n\n' +
    'One form can belong to several types: `0x` and 64 hex digits is an address of Starknet (below its bound), Sui, Aptos and Movement at ' +
    'once. The types of the drop decide which it is; a drop that accepts none of them rejects it as a possible private key ' +
    '(`hash_or_key`).\n\n' +
    'EVM addresses in all lower case or all upper case are accepted; a mixed-case address must have a valid EIP-55 ' +
    'checksum.',
  body,
  response: {
    kind: 'uncached',
    type: 'EligibilityResult',
    description: 'Result of the check.',
    examples: {
      eligible: { summary: 'Eligible: in the allocation list', body: EXAMPLE_CHECKS.eligible },
      ineligible: { summary: 'Ineligible: not in the allocation list', body: EXAMPLE_CHECKS.ineligible },
      wrongFamily: {
        summary: 'Ineligible: Solana wallet for a drop on an EVM chain',
        body: EXAMPLE_CHECKS.wrongFamily,
      },
      pending: { summary: 'Pending: the snapshot date is unknown', body: EXAMPLE_CHECKS.pending },
      unknown: { summary: 'Unknown: the token has launched, and the list is not loaded', body: EXAMPLE_CHECKS.unknown },
    },
  },
  problems: [
    rejected(invalidWallet(new InvalidWalletError('evm_checksum'))),
    rejected(new DropNotFoundError('linae')),
    rejected(new DropArchivedError('old-season')),
    rejected(versionNotFound('linea', 7)),
  ],
};

const batchBody: BodyDocs<EligibilityBatch> = {
  description: 'Checks to perform: 1 to 100 pairs of wallet and drop.',
  examples: {
    pairs: {
      summary: 'Two checks, the second with a truncated wallet',
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
  summary: 'Check the eligibility of many wallets',
  description:
    'Performs up to 100 checks as of the same instant, each as in `POST /v1/eligibility`. `data` contains one item per ' +
    'check, in request order. The item of a rejected check is `{ "problem": … }` with the problem that a single check ' +
    'would return; other checks are not affected. Pointers in the problem refer to the whole body, such as ' +
    '`#/checks/1/wallet`.\n\n' +
    'A batch of n checks consumes n tokens at once. Without enough tokens, the whole batch is rejected with 429 and ' +
    'consumes none. An invalid body is rejected as a whole and consumes one token.',
  body: batchBody,
  response: {
    kind: 'uncached',
    type: 'EligibilityBatchResult',
    description: 'Results of the checks, in request order.',
    examples: { pairs: { summary: 'One eligible wallet and one invalid wallet', body: EXAMPLE_BATCH } },
  },
};

export const eligibilityDocs = documents(EligibilityController, 'Eligibility', { check, checkBatch });
