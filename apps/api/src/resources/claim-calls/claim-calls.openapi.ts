import type { ClaimPreparationBatch, ClaimPreparationQuery } from '@droptrack/contracts';
import { InvalidWalletError } from '@droptrack/eligibility';
import { type BodyDocs, documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DropArchivedError, DropNotFoundError } from '../../platform/errors/domain-error';
import { EXAMPLE_WALLETS } from '../eligibility/eligibility.example';
import { invalidWallet } from '../eligibility/wallet-of';
import { ClaimCallsController } from './claim-calls.controller';
import { EXAMPLE_ACTION_BATCH, EXAMPLE_ACTIONS, EXAMPLE_PREPARATION } from './claim-calls.example';

const body: BodyDocs<ClaimPreparationQuery> = {
  description: 'Wallet and drop whose claim is prepared.',
  examples: {
    wallet: { summary: 'Claim that pays the wallet', body: EXAMPLE_PREPARATION },
    delegate: {
      summary: 'Claim that delegates the votes of the tokens',
      body: { ...EXAMPLE_PREPARATION, delegate: EXAMPLE_WALLETS.evm },
    },
  },
  invalid: { wallet: EXAMPLE_WALLETS.evm, drop: 'linea', to: 7 },
};

const prepare: RouteDocs = {
  operationId: 'prepareClaim',
  summary: 'Prepare a claim',
  description:
    'Returns what a wallet has to send to claim its allocation: unsigned calls in the form of EIP-5792, checked against the chain and ' +
    'simulated. The service never signs or sends, and no wallet is stored or logged. Verify the response with `verifyClaim` of ' +
    '`@droptrack/sdk/claims`, which repeats proof, amount, recipient and target offline.\n\n' +
    'There are no calls unless every check holds as of one block: the proof leads to the root of the distributor, the distributor pays the token of the ' +
    'drop, is open, not paused and funded, has not paid this claim, pays the stated address, and its code is known. Of several nodes of a chain, two have to ' +
    'agree. A simulation from the wallet must then pay exactly `expects`; it is null if the nodes cannot simulate, or not within 2 s (`simulation_gap`).\n\n' +
    '`expects` is the rest that is not claimed, not the total; of a `sablier-variable` distributor a minimum, as its amounts grow with time. `sender` says who can send the calls: for `anyone`, a sponsor can pay the gas. A ' +
    'fee of the distributor is part of the value of the call, with a margin where it follows a price. `forgoes` is what a claim gives up for good; a call with it needs ' +
    '`accept_forgone`. A delegate of votes is never chosen for the caller.\n\n' +
    'On Solana, `instructions` are those of one transaction of the wallet, which pays the rents in `fees`: its token account is created first where it is missing. The client adds the ' +
    'block hash. `to` must be the wallet.\n\n' +
    'Every well-formed request returns 200: `status` and `reason` say why there are no calls. `to` must not be the zero address, the ' +
    'token or the distributor.',
  body,
  response: {
    kind: 'uncached',
    type: 'ClaimAction',
    description: 'The prepared claim.',
    examples: {
      ready: { summary: 'Ready: every check holds', body: EXAMPLE_ACTIONS.ready },
      claimed: { summary: 'Claimed: nothing is left', body: EXAMPLE_ACTIONS.claimed },
    },
  },
  problems: [
    { error: invalidWallet(new InvalidWalletError('evm_checksum')), instance: '/v1/claims/prepare' },
    { error: new DropNotFoundError('linae'), instance: '/v1/claims/prepare' },
    { error: new DropArchivedError('old-season'), instance: '/v1/claims/prepare' },
  ],
};

const batchBody: BodyDocs<ClaimPreparationBatch> = {
  description: 'Claims to prepare: 1 to 20.',
  examples: { one: { summary: 'One claim', body: { claims: [EXAMPLE_PREPARATION] } } },
  invalid: { claims: [], drop: 'linea' },
};

const prepareBatch: RouteDocs = {
  operationId: 'prepareClaims',
  summary: 'Prepare many claims',
  description:
    'Prepares up to 20 claims, each as in `POST /v1/claims/prepare`, in request order. The item of a rejected claim is ' +
    '`{ "problem": … }`; other claims are not affected. A batch of n claims consumes n tokens at once.',
  body: batchBody,
  response: {
    kind: 'uncached',
    type: 'ClaimActionBatch',
    description: 'Prepared claims, in request order.',
    examples: {
      two: {
        summary: 'One prepared claim and one invalid wallet',
        body: EXAMPLE_ACTION_BATCH,
      },
    },
  },
};

export const claimCallsDocs = documents(ClaimCallsController, 'Eligibility', { prepare, prepareBatch });
