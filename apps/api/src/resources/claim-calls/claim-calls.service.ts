import type { DefinitionBody } from '@droptrack/catalogue';
import { type PreparedClaim, prepareClaim, withoutCalls } from '@droptrack/claim-calls';
import { prepareSolanaClaim } from '@droptrack/claim-calls/solana';
import { ClaimNodes } from '@droptrack/claims';
import type {
  ClaimAction,
  ClaimActionItem,
  ClaimActionReasonCode,
  EligibilityResult,
  Problem,
} from '@droptrack/contracts';
import { Injectable } from '@nestjs/common';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { checkObject } from '../../platform/input/check-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { requireDrop } from '../drops/require-drop';
import { withDeadline } from '../eligibility/deadline';
import { DropChecks } from '../eligibility/drop-checks';
import { LOOKUP_MS_MAX } from '../eligibility/list-lookups';
import { walletOf } from '../eligibility/wallet-of';
import { WalletParser } from '../eligibility/wallet-parser';
import { ClaimCallTerms } from './claim-call-terms';
import { ClaimPreparationQueryDto } from './claim-calls.dto';
import { claimTermsOf, type KnownClaim } from './claim-terms-of';
import { addressOf, assertRecipient } from './recipient';

/** Time in which nodes check and simulate a claim, in milliseconds. */
const NODES_MS_MAX = 2_000;
/** The nodes are asked once, for all checks. */
const WITH_PROOF = { withClaim: true, withProof: true, calls: { left: 0 } };

/** Prepares claims. Nothing is stored, signed or sent; wallets are never logged, and no message contains them. */
@Injectable()
export class ClaimCallsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly checks: DropChecks,
    private readonly parser: WalletParser,
    private readonly nodes: ClaimNodes,
    private readonly terms: ClaimCallTerms,
  ) {}

  /** @throws {DomainError} `invalid_wallet`, `validation_failed`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async prepare(viewer: Viewer, query: ClaimPreparationQueryDto): Promise<UncachedResponse> {
    const current = this.catalogue.requireView(viewer);
    return new UncachedResponse(JSON.stringify(await this.#actionOf(current, query, '#')), current.asOfMs);
  }

  /**
   * Prepares several claims as of one instant. A rejected one is a problem at its position.
   *
   * @param claims - unvalidated items of the body.
   * @throws {UnavailableError} for the whole batch.
   */
  async prepareBatch(
    viewer: Viewer,
    claims: readonly unknown[],
    presentProblem: (error: DomainError) => Problem,
  ): Promise<UncachedResponse> {
    const current = this.catalogue.requireView(viewer);
    const itemOf = async (claim: unknown, index: number): Promise<ClaimActionItem> => {
      const at = `#/claims/${index}`;
      try {
        return await this.#actionOf(current, checkObject(claim, ClaimPreparationQueryDto, at), at);
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
        return { problem: presentProblem(error) };
      }
    };
    return new UncachedResponse(JSON.stringify({ data: await Promise.all(claims.map(itemOf)) }), current.asOfMs);
  }

  /**
   * Prepares the claim of a checked wallet, which is paid to it and gives up nothing.
   *
   * @param result - of a check with proofs.
   */
  async ofResult(result: EligibilityResult, body: DefinitionBody): Promise<ClaimAction> {
    const isReviewed = this.terms.isReviewed(body);
    return this.#prepared(result, claimTermsOf(result, body, { to: null, delegate: null, isReviewed }));
  }

  /** @param at - JSON pointer of the query in the body. */
  async #actionOf(current: CurrentView, query: ClaimPreparationQueryDto, at: string): Promise<ClaimAction> {
    const { drop, list, accept_forgone } = query;
    requireDrop(current.view, drop);
    const wallet = await walletOf(this.parser, { text: query.wallet, at }, () => Promise.resolve(null));
    const to = addressOf(this.parser, query.to, { wallet, pointer: `${at}/to` });
    const delegate = addressOf(this.parser, query.delegate, { wallet, pointer: `${at}/delegate` });
    const [result, body] = await Promise.all([
      this.checks.check(current, wallet, drop, WITH_PROOF),
      withDeadline(Promise.resolve(this.definitions.of(drop, current)), LOOKUP_MS_MAX),
    ]);
    const isReviewed = this.terms.isReviewed(body);
    const given = { ...(list !== undefined && { list }), ...(accept_forgone !== undefined && { accept_forgone }) };
    const known = claimTermsOf(result, body, { ...given, to, delegate, isReviewed });
    assertRecipient(to, known.distributor, `${at}/to`);
    return this.#prepared(result, known);
  }

  async #prepared(result: EligibilityResult, known: KnownClaim): Promise<ClaimAction> {
    const { terms } = known;
    if (typeof terms === 'string') return present(result, known, withoutCalls(terms));
    const nodes = this.nodes.of(terms.rpc, NODES_MS_MAX);
    const { hash } = this.parser;
    const prepared = await ('mint' in terms
      ? prepareSolanaClaim(terms, nodes, hash)
      : prepareClaim(terms, nodes, hash));
    const isUnasked = prepared.reason?.code === 'node_missing';
    return present(result, known, isUnasked ? withoutCalls(reasonWithoutNode(result)) : prepared);
  }
}

/** Reason by the calendar and the ledger, where no node can be asked. */
function reasonWithoutNode({ claim: { status } }: EligibilityResult): ClaimActionReasonCode {
  const known = { claimed: 'already_claimed', expired: 'claim_expired', not_open: 'claim_not_open' } as const;
  return status === 'open' || status === 'unknown' ? 'node_missing' : known[status];
}

function present(
  { drop, wallet, claim, as_of }: EligibilityResult,
  { entry, distributor }: KnownClaim,
  prepared: PreparedClaim,
): ClaimAction {
  const { status, reason, ...others } = prepared;
  return {
    ...{ drop, wallet, list: entry?.list ?? null, status, reason, page: claim.url, distributor },
    ...{ amount: entry?.amount ?? null, proof: entry?.proof ?? null },
    ...others,
    as_of,
  };
}
