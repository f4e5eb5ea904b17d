import { type ListEntry, type WalletFamily, walletFamilies, withMarket } from '@droptrack/catalogue';
import { ClaimChecker } from '@droptrack/connectors';
import type {
  AllocationProof,
  EligibilityCheck,
  EligibilityFault,
  EligibilityResult,
  Problem,
} from '@droptrack/contracts';
import {
  type ClaimState,
  decideEligibility,
  type EligibilityFacts,
  proofIndex,
  type Wallet,
} from '@droptrack/eligibility';
import type { FoundListRow } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { requireDrop } from '../drops/require-drop';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { checkObject } from '../../platform/input/check-body';
import { Clock } from '../../catalogue/clock';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { CheckEligibilityDto } from './eligibility.dto';
import { withDeadline } from './deadline';
import { ListLookups, LOOKUP_MS_MAX } from './list-lookups';
import { walletOf } from './wallet-of';

/** Looked-up facts of a decision. The claim state is awaited separately, because the chain can take longer than the rest. */
interface LookedUp {
  readonly facts: Pick<EligibilityFacts, 'definition' | 'allocation' | 'exclusion'>;
  readonly claimState: Promise<ClaimState | null> | null;
}

/** Checks the eligibility of wallets. Checks are neither stored nor logged, and no message contains the wallet. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly lists: ListLookups,
    private readonly claims: ClaimChecker,
    private readonly clock: Clock,
  ) {}

  /** @throws {DomainError} `invalid_wallet`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async check(viewer: Viewer, { wallet, drop }: EligibilityCheck): Promise<UncachedResponse> {
    const parsed = await walletOf(wallet, () => this.#familiesOf(viewer, drop));
    const current = this.catalogue.requireView(viewer);
    return new UncachedResponse(JSON.stringify(await this.#answer(current, parsed, drop)), current.asOfMs);
  }

  /**
   * Performs many checks as of one instant. A rejected check is a problem at its position.
   *
   * @param checks - unvalidated checks of the body.
   * @param presentProblem - converts an error to its wire format.
   * @throws {UnavailableError} for the whole batch.
   */
  async checkBatch(
    viewer: Viewer,
    checks: readonly unknown[],
    presentProblem: (error: DomainError) => Problem,
  ): Promise<UncachedResponse> {
    const current = this.catalogue.requireView(viewer);
    const answerEach = async (check: unknown, index: number): Promise<EligibilityResult | EligibilityFault> => {
      try {
        const at = `#/checks/${index}`;
        const { wallet, drop } = checkObject(check, CheckEligibilityDto, at);
        return await this.#answer(current, await walletOf(wallet, () => this.#familiesOf(viewer, drop), at), drop);
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
        return { problem: presentProblem(error) };
      }
    };
    const data = await Promise.all(checks.map(answerEach));
    return new UncachedResponse(JSON.stringify({ data }), current.asOfMs);
  }

  /** Wallet families that a drop accepts; null for an unknown drop, or if its definition cannot be read. */
  async #familiesOf(viewer: Viewer, drop: string): Promise<readonly WalletFamily[] | null> {
    try {
      const current = this.catalogue.requireView(viewer);
      requireDrop(current.view, drop);
      const stated = this.definitions.of(drop, current);
      const { definition } = stated instanceof Promise ? await withDeadline(stated, LOOKUP_MS_MAX) : stated;
      return walletFamilies(definition);
    } catch (error) {
      // An invalid wallet is reported as such, regardless of other errors.
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  async #answer(current: CurrentView, wallet: Wallet, drop: string): Promise<EligibilityResult> {
    const { status } = requireDrop(current.view, drop);
    // A clock behind the database clock must not check before the instant of the response.
    const atMs = Math.max(this.clock.nowMs(), current.asOfMs);
    const { facts, claimState } = await withDeadline(this.#lookUp(current, wallet, drop, atMs), LOOKUP_MS_MAX);
    const decided = decideEligibility({ ...facts, wallet, atMs, status, claimState: await claimState });
    return { ...decided, as_of: new Date(current.asOfMs).toISOString() };
  }

  async #lookUp(current: CurrentView, wallet: Wallet, drop: string, atMs: number): Promise<LookedUp> {
    const stated = this.definitions.of(drop, current);
    const declared = (stated instanceof Promise ? await stated : stated).definition;
    const definition = withMarket(declared, current.view.market(drop), current.asOfMs);
    // Lists contain no wallets of other families.
    if (!walletFamilies(definition).includes(wallet.type)) {
      return { facts: { definition, allocation: null, exclusion: null }, claimState: null };
    }
    const allocation = current.view.list(drop, 'allocation');
    const exclusion = current.view.list(drop, 'exclusion');
    // Both lookups share one round trip.
    const [found, excluded] = await Promise.all([
      allocation && this.lists.row(allocation, wallet.bytes),
      exclusion && this.lists.row(exclusion, wallet.bytes),
    ]);
    const listed = { definition, exclusion: exclusion && { list: exclusion, isListed: excluded !== null } };
    if (allocation === null || found === null) {
      return { facts: { ...listed, allocation: allocation && { list: allocation, row: null } }, claimState: null };
    }
    const { amount, breakdown } = found;
    const proving = this.lists.proof(allocation, found);
    const { claim = null } = definition;
    const claimState =
      claim &&
      claimIndexOf(allocation, found, wallet, proving).then((index) =>
        this.claims.stateOf(claim, { wallet, index, amount: BigInt(amount) }, atMs),
      );
    const proof = await proving;
    return { facts: { ...listed, allocation: { list: allocation, row: { amount, breakdown, proof } } }, claimState };
  }
}

/** Claim index of a wallet's row; null where neither the list nor its proofs have one. Never rejects. */
async function claimIndexOf(
  { tree }: ListEntry,
  { index, amount }: FoundListRow,
  wallet: Wallet,
  proving: Promise<AllocationProof | null>,
): Promise<bigint | null> {
  if (index !== null) return BigInt(index);
  // Only contracts of this format derive the index from the proof, so only they wait for it. An index derived from a root
  // that was computed here would belong to the claim of another wallet.
  if (tree?.format !== 'ens' || tree.root_published !== true || wallet.type !== 'evm') return null;
  const proof = await proving.catch(() => null);
  return proof && proofIndex(proof.format, { wallet: wallet.bytes, amount: BigInt(amount), index: null }, proof.proof);
}
