import { claimsEndedAt, claimWindowAt, type DropDefinition, type ListEntry, opensAt } from '@droptrack/catalogue';
import { CLAIM_INTERVALS, type DropClaims, type DropDistributor, PAGE_LIMIT } from '@droptrack/contracts';
import { followedDistributors, ledgerTerms } from '@droptrack/distributors';
import { cursorScope, encodeCursor } from '@droptrack/pagination';
import { ClaimFiguresRepository, type ClaimHour, type StoredClaims, type StoredLedger } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { nextPath, positionOf } from '../../platform/responses/list-body';
import { objectBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { requireDrop } from '../drops/require-drop';
import {
  bucketsOf,
  claimedBy,
  claimedTokens,
  claimedWallets,
  type Listed,
  medianHoursToClaim,
  totalsOf,
} from './claim-figures';
import type { DropClaimsDto } from './claims.dto';

/** Large claims of a response. */
const LARGEST = 5;
/** Drops whose claims are kept: a year of hours takes some 1 MB. */
const CACHED_MAX = 50;

/** Facts of a drop beside its ledgers. */
export interface ClaimedDrop {
  readonly definition: DropDefinition;
  /** Active allocation lists. */
  readonly lists: readonly ListEntry[];
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Serves the figures of the claims of a drop. */
@Injectable()
export class ClaimsService {
  /** Claims by the positions of their ledgers: they are read again once one has grown. */
  readonly #claims = new LRUCache<string, Promise<StoredClaims>>({ max: CACHED_MAX });

  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly db: LogDatabase,
  ) {}

  /** @throws {DomainError} `invalid_cursor`; {@link DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  async get(viewer: Viewer, id: string, query: DropClaimsDto): Promise<DataResponse> {
    const current = this.catalogue.requireView(viewer);
    requireDrop(current.view, id);
    const drop = await this.#dropOf(current, id);
    const token = drop.definition.token.address?.value ?? null;
    const claims = await this.#claimsOf(await this.#ledgersOf(drop.definition), token);
    const body = presentClaims(drop, claims, query);
    const { next_cursor: next } = body;
    const nextPage = next === null ? null : nextPath(`/v1/drops/${id}/claims`, query, next);
    return new DataResponse(objectBody(body, nextPage), current.asOfMs);
  }

  async #dropOf(current: CurrentView, id: string): Promise<ClaimedDrop> {
    const { definition } = await this.definitions.of(id, current);
    return { definition, lists: current.view.listsOf(id, 'allocation'), atMs: current.asOfMs };
  }

  /** Ledgers of the distributors that are followed, in the order of the lists that they pay. */
  async #ledgersOf(definition: DropDefinition): Promise<StoredLedger[]> {
    const distributors = followedDistributors(definition);
    if (distributors.length === 0) return [];
    const stored = await new ClaimFiguresRepository(this.db).ledgers(definition.id);
    return distributors.flatMap((distributor) => {
      const { list, contract } = distributor;
      const terms = ledgerTerms(distributor);
      return stored.filter((each) => each.list === list && each.contract === contract && each.terms === terms);
    });
  }

  async #claimsOf(ledgers: readonly StoredLedger[], token: string | null): Promise<StoredClaims> {
    const key = [token, ...ledgers.map(keyOf)].join();
    let read = this.#claims.get(key);
    if (read === undefined) {
      const ids = ledgers.map(({ id }) => id);
      read = new ClaimFiguresRepository(this.db).claims(ids, LARGEST, token);
      this.#claims.set(key, read);
      read.catch(() => this.#claims.delete(key));
    }
    const claims = await read;
    // A ledger may have grown since it was looked up: its position is that of the claims. The chain moves on without claims.
    const positions = new Map(claims.ledgers.map((ledger) => [ledger.id, ledger]));
    const asOfClaims = (ledger: StoredLedger) => {
      const atClaims = positions.get(ledger.id) ?? ledger;
      return keyOf(atClaims) === keyOf(ledger) ? ledger : atClaims;
    };
    return { ...claims, ledgers: ledgers.map(asOfClaims) };
  }
}

const instantOf = (atMs: number | null | undefined): string | null =>
  typeof atMs === 'number' ? new Date(atMs).toISOString() : null;

/** Position of a ledger: its claims are the same while it is. */
const keyOf = ({ id, block, blockHash }: StoredLedger): string => `${id} ${block} ${blockHash}`;

/** Response without `as_of`. @throws {DomainError} `invalid_cursor` */
export function presentClaims(
  drop: ClaimedDrop,
  { ledgers, hours, largest }: StoredClaims,
  { interval = CLAIM_INTERVALS[0], limit = PAGE_LIMIT.default, cursor }: DropClaimsDto,
): Omit<DropClaims, 'as_of'> {
  const { definition, atMs } = drop;
  const scope = cursorScope('claims', { drop: definition.id, interval });
  const after = positionOf(cursor, scope)?.key ?? null;
  const decimals = definition.token.decimals?.value ?? null;
  const buckets = bucketsOf(hours, interval, decimals).filter(({ t }) => after === null || t > String(after));
  const totals = totalsOf(hours);
  const listed = listedOf(drop, ledgers);
  const { event } = claimWindowAt(definition, atMs);
  const opened = event === null ? null : opensAt(event);
  const readToMs = Math.min(...ledgers.map(({ blockAtMs }) => blockAtMs));
  const endedAt = ledgers.length === 0 ? null : claimsEndedAt(definition, readToMs);
  const claimedByEnd = endedAt === null ? null : claimedBy(hours, Date.parse(endedAt));
  const page = buckets.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && buckets.length > page.length;
  // The claims of unknown times, which are first, can be the first, and the last.
  const areTimed = hours[0]?.hourMs !== null;
  const hourOf = (hour: ClaimHour | undefined) => instantOf(areTimed ? hour?.hourMs : null);
  return {
    drop: definition.id,
    interval,
    distributors: ledgers.map(presentLedger),
    claims: totals.claims,
    wallets: claimedWallets(totals, listed),
    tokens: claimedTokens(totals, listed, { decimals, claimedByEnd }),
    first_claim_at: hourOf(hours[0]),
    last_claim_at: hourOf(hours.at(-1)),
    median_hours_to_claim: medianHoursToClaim(hours, opened === null ? null : Date.parse(opened)),
    largest: largest.map(({ amount, atMs: claimedMs }) => ({ amount, at: instantOf(claimedMs) })),
    data: page,
    has_more: hasMore,
    next_cursor: hasMore ? encodeCursor({ key: last.t, id: definition.id }, scope) : null,
  };
}

const presentLedger = ({ list, contract, block, head, ...ledger }: StoredLedger): DropDistributor => ({
  list: list === '' ? null : list,
  contract,
  first_block: ledger.firstBlock,
  block,
  block_at: new Date(ledger.blockAtMs).toISOString(),
  behind_blocks: head - block,
  behind_seconds: Math.max(0, Math.round((ledger.headAtMs - ledger.blockAtMs) / 1_000)),
  read_at: new Date(ledger.readAtMs).toISOString(),
});

const isWhole = ({ part, left_out: leftOut }: ListEntry): boolean => part !== true && leftOut === undefined;

/** Sums of the lists that the ledgers pay; null unless all of them are loaded, and every followed distributor has a ledger. */
function listedOf({ definition, lists }: ClaimedDrop, ledgers: readonly StoredLedger[]): Listed | null {
  const paid = ledgers.map(({ list }) => lists.find(({ name = '' }) => name === list));
  const known = paid.filter((list): list is ListEntry => list !== undefined && isWhole(list));
  if (ledgers.length === 0 || known.length < followedDistributors(definition).length) return null;
  return {
    wallets: known.reduce((sum, { wallets }) => sum + wallets, 0),
    total: known.reduce((sum, { total }) => sum + BigInt(total), 0n),
  };
}
