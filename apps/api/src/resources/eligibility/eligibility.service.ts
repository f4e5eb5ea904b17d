import { type ListEntry, type WalletFamily, walletFamilies } from '@droptrack/catalogue';
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
import { shownDrop } from '../drops/shown-drop';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { UnkeptAnswer } from '../../platform/responses/response-writer';
import { checkObject } from '../../platform/input/check-body';
import { Clock } from '../../catalogue/clock';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { CheckEligibilityDto } from './check-eligibility.dto';
import { inTime } from './in-time';
import { ListLookUps, LOOK_UP_MS_MAX } from './list-look-ups';
import { walletOf } from './wallet-of';

/** What must be looked up for a decision; the chain may take longer than the rest, and is waited for apart. */
interface LookedUp {
  readonly facts: Pick<EligibilityFacts, 'definition' | 'allocation' | 'exclusion'>;
  readonly claimState: Promise<ClaimState | null> | null;
}

/** Checks wallets against drops. Nothing of a check is stored or logged; no message has the wallet in it. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly lists: ListLookUps,
    private readonly claims: ClaimChecker,
    private readonly clock: Clock,
  ) {}

  /** @throws {DomainError} `invalid_wallet`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async check(viewer: Viewer, { wallet, drop }: EligibilityCheck): Promise<UnkeptAnswer> {
    const parsed = await walletOf(wallet, () => this.#familiesOf(viewer, drop));
    const current = this.catalogue.seenBy(viewer);
    return new UnkeptAnswer(JSON.stringify(await this.#answer(current, parsed, drop)), current.asOfMs);
  }

  /**
   * Answers many checks, all as of one instant. One that is refused is a problem in its place.
   *
   * @param checks - as they came.
   * @param presentProblem - the wire's form of a refusal.
   * @throws {UnavailableError} for all of them: it is about no single one.
   */
  async checkBatch(
    viewer: Viewer,
    checks: readonly unknown[],
    presentProblem: (error: DomainError) => Problem,
  ): Promise<UnkeptAnswer> {
    const current = this.catalogue.seenBy(viewer);
    const answerEach = async (check: unknown, place: number): Promise<EligibilityResult | EligibilityFault> => {
      try {
        const at = `#/checks/${place}`;
        const { wallet, drop } = checkObject(check, CheckEligibilityDto, at);
        return await this.#answer(current, await walletOf(wallet, () => this.#familiesOf(viewer, drop), at), drop);
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
        return { problem: presentProblem(error) };
      }
    };
    const data = await Promise.all(checks.map(answerEach));
    return new UnkeptAnswer(JSON.stringify({ data }), current.asOfMs);
  }

  /** Families that a drop accepts; null for a drop that does not exist, and while its definition cannot be read. */
  async #familiesOf(viewer: Viewer, drop: string): Promise<readonly WalletFamily[] | null> {
    try {
      const current = this.catalogue.seenBy(viewer);
      shownDrop(current.view, drop);
      const stated = this.definitions.of(drop, current);
      const { definition } = stated instanceof Promise ? await inTime(stated, LOOK_UP_MS_MAX) : stated;
      return walletFamilies(definition);
    } catch (error) {
      // A malformed wallet is rejected as such, whatever else is wrong.
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  async #answer(current: CurrentView, wallet: Wallet, drop: string): Promise<EligibilityResult> {
    const { status } = shownDrop(current.view, drop);
    // A clock behind that of the database must not check before the instant it answers for.
    const atMs = Math.max(this.clock.nowMs(), current.asOfMs);
    const { facts, claimState } = await inTime(this.#lookUp(current, wallet, drop, atMs), LOOK_UP_MS_MAX);
    const decided = decideEligibility({ ...facts, wallet, atMs, status, claimState: await claimState });
    return { ...decided, as_of: new Date(current.asOfMs).toISOString() };
  }

  async #lookUp(current: CurrentView, wallet: Wallet, drop: string, atMs: number): Promise<LookedUp> {
    const stated = this.definitions.of(drop, current);
    const { definition } = stated instanceof Promise ? await stated : stated;
    // Of a wallet that does not count no list says anything.
    if (!walletFamilies(definition).includes(wallet.type)) {
      return { facts: { definition, allocation: null, exclusion: null }, claimState: null };
    }
    const allocation = current.view.list(drop, 'allocation');
    const exclusion = current.view.list(drop, 'exclusion');
    // Both in one round trip.
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
  // Only these contracts read an index from the proof, and only for them is the proof waited for.
  // An index that follows from a root of our own would be that of another wallet's claim.
  if (tree?.format !== 'ens' || tree.root_published !== true || wallet.type !== 'evm') return null;
  const proof = await proving.catch(() => null);
  return proof && proofIndex(proof.format, { wallet: wallet.bytes, amount: BigInt(amount), index: null }, proof.proof);
}
