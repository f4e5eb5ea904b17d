import { type WalletFamily, walletFamilies } from '@droptrack/catalogue';
import type { EligibilityBatchItem, EligibilityCheck, EligibilityResult, Problem } from '@droptrack/contracts';
import type { Wallet } from '@droptrack/eligibility';
import { Injectable } from '@nestjs/common';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { checkObject } from '../../platform/input/check-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { requireDrop } from '../drops/require-drop';
import { withDeadline } from './deadline';
import { type CheckOptions, DropChecks } from './drop-checks';
import { EligibilityCheckDto } from './eligibility.dto';
import { LOOKUP_MS_MAX } from './list-lookups';
import { ListVersions } from './list-versions';
import { walletOf } from './wallet-of';
import { WalletParser } from './wallet-parser';

/** A check returns all that is known. */
const COMPLETE: CheckOptions = { withClaim: true, withProof: true };

/** Checks the eligibility of wallets. Checks are neither stored nor logged, and no message contains the wallet. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly checks: DropChecks,
    private readonly versions: ListVersions,
    private readonly parser: WalletParser,
  ) {}

  /** @throws {DomainError} `invalid_wallet`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError}; `list_not_found` */
  async check(viewer: Viewer, check: EligibilityCheck): Promise<UncachedResponse> {
    const parsed = await walletOf(this.parser, { text: check.wallet }, () => this.#familiesOf(viewer, check.drop));
    const current = this.catalogue.requireView(viewer);
    const result = await this.#resultOf(current, parsed, check);
    return new UncachedResponse(JSON.stringify(result), current.asOfMs);
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
    const answerEach = async (check: unknown, index: number): Promise<EligibilityBatchItem> => {
      try {
        const at = `#/checks/${index}`;
        const valid = checkObject(check, EligibilityCheckDto, at);
        const text = { text: valid.wallet, at };
        const parsed = await walletOf(this.parser, text, () => this.#familiesOf(viewer, valid.drop));
        return await this.#resultOf(current, parsed, valid);
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof UnavailableError) throw error;
        return { problem: presentProblem(error) };
      }
    };
    const data = await Promise.all(checks.map(answerEach));
    return new UncachedResponse(JSON.stringify({ data }), current.asOfMs);
  }

  async #resultOf(
    current: CurrentView,
    wallet: Wallet,
    { drop, list_version: version }: EligibilityCheck,
  ): Promise<EligibilityResult> {
    if (version === undefined) return this.checks.check(current, wallet, drop, COMPLETE);
    requireDrop(current.view, drop);
    return this.versions.use(current, drop, version, (list) =>
      this.checks.check(current, wallet, drop, { ...COMPLETE, list }),
    );
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
}
