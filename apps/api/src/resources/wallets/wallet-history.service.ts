import { isCurrent, type MarketBody } from '@droptrack/catalogue';
import { HISTORY_LIMIT, type WalletHistoryClaim } from '@droptrack/contracts';
import { valueUsd, type Wallet } from '@droptrack/eligibility';
import { cursorScope, encodeCursor } from '@droptrack/pagination';
import { ClaimHistoryRepository, type ClaimPlace, readRevisionsBefore, type StoredClaim } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../catalogue/clock';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { invalidCursor, positionOf } from '../../platform/responses/list-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { ClaimLedgers, isLedgerCurrent } from '../eligibility/claim-ledgers';
import { walletOf } from '../eligibility/wallet-of';
import { WalletParser } from '../eligibility/wallet-parser';
import type { WalletHistoryQueryDto } from './wallet-history.dto';

/** Lists the claims of a wallet. Wallets are neither stored nor logged, and no message contains them. */
@Injectable()
export class WalletHistoryService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly db: LogDatabase,
    private readonly parser: WalletParser,
    private readonly clock: Clock,
    private readonly ledgers: ClaimLedgers,
  ) {}

  /** @throws {DomainError} `invalid_wallet`, `invalid_cursor`; {@link UnavailableError} */
  async list(viewer: Viewer, { wallet: text, limit, cursor }: WalletHistoryQueryDto): Promise<UncachedResponse> {
    const wallet = await walletOf(this.parser, { text }, () => Promise.resolve(null));
    const current = this.catalogue.requireView(viewer);
    // The cursor does not contain the wallet, and is valid for any: it is a place in time.
    const scope = cursorScope('wallet-history', {});
    const size = limit ?? HISTORY_LIMIT.default;
    const nowMs = this.clock.nowMs();
    const [found, ledgers] = await Promise.all([
      this.#find(wallet, placeOf(cursor, scope), size + 1),
      this.ledgers.all(),
    ]);
    const page = found.slice(0, size);
    const last = page.at(-1);
    const next = found.length > size && last !== undefined ? encodeCursor(positionOfPlace(last), scope) : null;
    const history = {
      wallet: wallet.address,
      data: await this.#present(page, current),
      has_more: next !== null,
      next_cursor: next,
      distributors: ledgers.length,
      behind: ledgers.filter((ledger) => !isLedgerCurrent(ledger, nowMs)).map(({ contract }) => contract),
      as_of: new Date(current.asOfMs).toISOString(),
    };
    return new UncachedResponse(JSON.stringify(history), current.asOfMs);
  }

  /** Claims have keys of EVM and Solana wallets only. */
  async #find({ type, bytes }: Wallet, before: ClaimPlace | null, limit: number): Promise<StoredClaim[]> {
    return type === 'evm' || type === 'solana' ? new ClaimHistoryRepository(this.db).find(bytes, before, limit) : [];
  }

  async #present(claims: readonly StoredClaim[], current: CurrentView): Promise<WalletHistoryClaim[]> {
    const listed = claims.filter(({ dropId }) => isListed(current, dropId));
    const ids = [...new Set(listed.map(({ dropId }) => dropId))];
    const bodies = await this.definitions.ofAll(ids, current);
    const definitions = new Map(ids.map((id, n) => [id, bodies[n]?.definition]));
    const prices = await this.#pricesAt(listed);
    return listed.map((claim, n) => {
      const { symbol, decimals, address } = definitions.get(claim.dropId)?.token ?? NO_TOKEN;
      const price = prices[n] ?? null;
      const known = price !== null && price.token === address?.value ? price : null;
      const digits = decimals?.value ?? null;
      return {
        drop: claim.dropId,
        list: claim.list === '' ? null : claim.list,
        contract: claim.contract,
        at: claim.atMs === null ? null : new Date(claim.atMs).toISOString(),
        block: claim.block,
        transaction: claim.transaction,
        amount: claim.amount,
        decimals: digits,
        symbol: symbol?.value ?? null,
        token: address?.value ?? null,
        recipient: claim.recipient === null ? null : this.parser.parse(claim.recipient).address,
        value_usd: known === null || digits === null ? null : valueUsd(BigInt(claim.amount), digits, known.value),
        price_at: known?.observed_at ?? null,
      };
    });
  }

  /** Prices that were in the log before each claim, and not expired then; null without one. */
  async #pricesAt(claims: readonly StoredClaim[]): Promise<(MarketBody['price_usd'] | null)[]> {
    const asked = claims.flatMap(({ dropId, atMs }) => (atMs === null ? [] : [{ id: dropId, beforeMs: atMs }]));
    const revisions = await readRevisionsBefore(this.db, 'market', asked);
    return claims.map(({ dropId, atMs }) => {
      if (atMs === null) return null;
      const before = revisions
        .filter(({ id, recordedAtMs }) => id === dropId && recordedAtMs < atMs)
        .sort((a, b) => b.recordedAtMs - a.recordedAtMs);
      const price = (before[0]?.body as MarketBody | null | undefined)?.price_usd ?? null; // By its entity.
      return price !== null && isCurrent(price, atMs) ? price : null;
    });
  }
}

/** Milliseconds of the last instant of the year 9999. */
const INSTANT_MAX = 253_402_300_799_999;
const IN_BODY = { pointer: '#/cursor' };

/** False for an archived drop. */
function isListed({ view }: CurrentView, id: string): boolean {
  const drop = view.drop(id);
  return drop !== null && drop !== 'archived';
}

const NO_TOKEN = { symbol: null, decimals: null, address: null };

const positionOfPlace = ({ atMs, ledgerId, block, logIndex }: ClaimPlace) => ({
  key: atMs,
  id: `${ledgerId}-${block}-${logIndex}`,
});

/** @throws {DomainError} `invalid_cursor` */
function placeOf(cursor: string | undefined, scope: string): ClaimPlace | null {
  const position = positionOf(cursor, scope, IN_BODY);
  if (position === null) return null;
  const [, ledgerId, block, logIndex] = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/.exec(position.id) ?? [];
  const { key } = position;
  const isInstant =
    key === null || (typeof key === 'number' && Number.isSafeInteger(key) && Math.abs(key) <= INSTANT_MAX);
  if (!isInstant || logIndex === undefined) throw invalidCursor(IN_BODY);
  return { atMs: key, ledgerId: Number(ledgerId), block: Number(block), logIndex: Number(logIndex) };
}
