import { type Problem, WALLET_ACTIONS_MAX, WALLETS_MAX } from '@droptrack/contracts';
import { InvalidWalletError, type Wallet } from '@droptrack/eligibility';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Clock } from '../../catalogue/clock';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { includesPlan, planRequired } from '../../platform/auth/plan.guard';
import { DomainError } from '../../platform/errors/domain-error';
import { bodyRejection } from '../../platform/input/check-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { invalidWallet } from '../eligibility/wallet-of';
import { WalletParser } from '../eligibility/wallet-parser';
import { WalletClaims } from './wallet-claims';
import type { WalletDropsQueryDto } from './wallet-drops.dto';
import { WalletLookups, type WalletDropsTerms } from './wallet-lookups';
import { decideWalletDrops } from './wallet-results';

/** Checks wallets against all drops. Wallets are neither stored nor logged, and no message contains them. */
@Injectable()
export class WalletDropsService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly lookups: WalletLookups,
    private readonly parser: WalletParser,
    private readonly clock: Clock,
    private readonly claims: WalletClaims,
  ) {}

  /**
   * Drops of wallets, as of one instant. An invalid wallet is a problem at its position; a repeated one is
   * checked once.
   *
   * @param presentProblem - converts an error to its wire format.
   * @throws {DomainError} `plan_required` for several wallets with a plan below `scale`; {@link UnavailableError} for the
   *   whole request, also if one list was just replaced.
   */
  async check(
    viewer: Viewer,
    { wallets: texts, status, sample, include = [] }: WalletDropsQueryDto,
    presentProblem: (error: DomainError) => Problem,
  ): Promise<UncachedResponse> {
    if (texts.length > WALLETS_MAX.pro && !includesPlan(viewer.plan, 'scale')) {
      throw planRequired('A request for several wallets', 'scale', viewer.plan);
    }
    const current = this.catalogue.requireView(viewer);
    // A clock behind the database clock must not check before the instant of the response.
    const atMs = Math.max(this.clock.nowMs(), current.asOfMs);
    const parsed = texts.map((text, index) => walletOrError(this.parser, text, index));
    const wallets = new Map<string, Wallet>();
    for (const each of parsed) if (!(each instanceof DomainError)) wallets.set(each.address, each);
    const terms = { current, atMs, status: status ?? null, sample: sample ?? null, include: new Set(include) };
    const results = await this.#check([...wallets.values()], terms);
    const data = parsed.map((each) =>
      each instanceof DomainError ? JSON.stringify({ problem: presentProblem(each) }) : results.get(each.address),
    );
    const asOf = new Date(current.asOfMs).toISOString();
    return new UncachedResponse(`{"data":[${data.join()}],"as_of":"${asOf}"}`, current.asOfMs);
  }

  /** Serialized `WalletDrops` of distinct wallets, by address. */
  async #check(wallets: readonly Wallet[], terms: WalletDropsTerms): Promise<ReadonlyMap<string, string>> {
    const found = await this.lookups.find(wallets, terms);
    const results = new Map<string, string>();
    const left = { count: WALLET_ACTIONS_MAX };
    for (const [n, wallet] of wallets.entries()) {
      // Other requests wait for the decisions about one wallet, not about all.
      if (n > 0) await nextTurn();
      const decided = decideWalletDrops(wallet, found[n] ?? [], terms);
      const drops = terms.include.has('claim') ? await this.claims.add(decided, terms, left) : decided;
      results.set(wallet.address, JSON.stringify(drops));
    }
    return results;
  }
}

function walletOrError(parser: WalletParser, text: unknown, index: number): Wallet | DomainError {
  const pointer = `#/wallets/${index}`;
  if (typeof text !== 'string') return bodyRejection([{ pointer, code: 'type', detail: 'must be a string' }]);
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof InvalidWalletError) return invalidWallet(error, pointer);
    throw error;
  }
}
