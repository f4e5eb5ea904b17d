import type { AskNode } from '@droptrack/claim-calls';
import type { ClaimAction, DropClaimContract } from '@droptrack/contracts';
import type { Droptrack } from '../client';
import type { PrivateCheckOptions } from '../rules/private-request';
import type { Eip1193Provider } from './node-of';
import { privateClaim } from './private-claim';

/** Claim to prepare on this device. */
export interface PrivateClaimQuery {
  /** Slug of the drop. */
  readonly drop: string;
  /** EVM address that has the allocation. It does not leave the device, except to `nodes`. */
  readonly wallet: string;
  /** Address that receives the tokens. Default: the wallet. */
  readonly to?: string;
  /** Name of the list, for a wallet in several; null for the unnamed one. */
  readonly list?: string | null;
  /** Address that receives the votes of the tokens, for a distributor that asks for one. */
  readonly delegate?: string;
  /** True to accept a claim that gives up a part of the allocation for good. */
  readonly acceptForgone?: boolean;
  /** Roots that the project published, as for `eligibility.checkPrivately`. */
  readonly roots?: PrivateCheckOptions['roots'];
  /** Distributor of the list. Default: that of `drops.distributors`, which is only the statement of the service. */
  readonly distributor?: DropClaimContract;
}

/** Options of a private claim: those of the requests to the service, and the nodes. */
export interface PrivateClaimOptions extends Omit<PrivateCheckOptions, 'roots' | 'verify'> {
  /** Nodes of the chain of the distributor: URLs, EIP-1193 providers, or results of {@link nodeOf}. Of several, two must agree. */
  readonly nodes: readonly (string | URL | Eip1193Provider | AskNode)[];
}

/** Part of a client that a private claim needs. */
export interface PrivateClaimService {
  readonly eligibility: Pick<Droptrack['eligibility'], 'checkPrivately'>;
  readonly drops: Pick<Droptrack['drops'], 'distributors'>;
}

/**
 * Prepares a claim on this device: selects the row of the wallet from a range, verifies its proof, reads the distributor from the caller's own nodes,
 * encodes the call and simulates it. The service learns the drop and a prefix of the wallet; only `nodes` learn the wallet.
 *
 * @param client - client of the service.
 * @returns the action, as `client.claims.prepare` returns it, with a `page` of null. Verify it with {@link verifyClaim}, and the published contract.
 * @throws {@link UsageError} for an invalid `to` or `delegate`, and as `eligibility.checkPrivately`; {@link DroptrackError} as the requests to the service.
 *   It does not throw for a node: the action then has a `reason`.
 * @example
 * import { prepareClaimPrivately } from '@droptrack/sdk/claims';
 * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
 * const action = await prepareClaimPrivately(client, { drop: 'linea', wallet }, { nodes: ['https://rpc.example.com'] });
 * console.log(action.status, action.reason?.code, action.calls);
 */
export function prepareClaimPrivately(
  client: PrivateClaimService,
  query: PrivateClaimQuery,
  options: PrivateClaimOptions,
): Promise<ClaimAction> {
  return privateClaim(client, query, options);
}
