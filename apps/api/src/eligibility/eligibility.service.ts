import type { CatalogueView } from '@droptrack/catalogue';
import type { EligibilityCheck, EligibilityResult } from '@droptrack/contracts';
import {
  decideEligibility,
  type EligibilityFacts,
  InvalidWalletError,
  parseWallet,
  type Wallet,
} from '@droptrack/eligibility';
import { findListRow } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { readDefinition, shownDrop } from '../drops/shown-drop';
import { DomainError } from '../errors/domain-error';
import { UnkeptAnswer } from '../http/response-writer';
import { Clock } from '../log/clock';
import type { Viewer } from '../log/current-view';
import { LiveCatalogue } from '../log/live-catalogue';
import { LogDatabase } from '../log/log-database';

/** Checks wallets against drops. Nothing of a check is stored or logged; no message has the wallet in it. */
@Injectable()
export class EligibilityService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws {DomainError} `invalid_wallet`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async check(viewer: Viewer, { wallet: text, drop }: EligibilityCheck): Promise<UnkeptAnswer> {
    const wallet = walletOf(text);
    const { view, asOfMs } = this.catalogue.seenBy(viewer);
    const { status } = shownDrop(view, drop);
    const [{ definition }, lists] = await Promise.all([
      readDefinition(this.db, drop, asOfMs),
      this.#listsOf(view, drop, wallet),
    ]);
    // A clock behind that of the database must not check before the instant it answers for.
    const atMs = Math.max(this.clock.nowMs(), asOfMs);
    const decided = decideEligibility({ wallet, atMs, status, definition, ...lists, claimed: null });
    const result: EligibilityResult = { ...decided, as_of: new Date(asOfMs).toISOString() };
    return new UnkeptAnswer(JSON.stringify(result), asOfMs);
  }

  /** The drop's lists in force, and what each says of the wallet; the rows of a list never change. */
  async #listsOf(
    view: CatalogueView,
    drop: string,
    { bytes }: Wallet,
  ): Promise<Pick<EligibilityFacts, 'allocation' | 'exclusion'>> {
    const [allocation, exclusion] = [view.list(drop, 'allocation'), view.list(drop, 'exclusion')];
    const [row, excluded] = await Promise.all(
      [allocation, exclusion].map((list) => (list === null ? null : findListRow(this.db, list.list_id, bytes))),
    );
    return {
      allocation: allocation && { list: allocation, row: row ?? null },
      exclusion: exclusion && { list: exclusion, isListed: excluded !== null },
    };
  }
}

/** @throws {DomainError} `invalid_wallet`, with a sentence that does not repeat the text. */
function walletOf(text: string): Wallet {
  try {
    return parseWallet(text);
  } catch (error) {
    if (!(error instanceof InvalidWalletError)) throw error;
    throw invalidWallet(error);
  }
}

/** The refusal of a text that is no wallet; its sentences do not repeat it. */
export function invalidWallet({ reason: code, message: detail }: InvalidWalletError): DomainError {
  return new DomainError('invalid_wallet', detail, { errors: [{ pointer: '#/wallet', code, detail }] });
}
