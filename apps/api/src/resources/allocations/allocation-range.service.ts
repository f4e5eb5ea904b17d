import { type DropDefinition, type ListEntry, walletFamilies } from '@droptrack/catalogue';
import {
  type AllocationPart,
  type AllocationRange,
  type AllocationRangeList,
  type AllocationRangeQuery,
  type AllocationRangeRow,
  type ListGap,
  RANGE_LISTS_MAX,
  RANGE_ROWS_MAX,
} from '@droptrack/contracts';
import { addressOfKey, listGapOf, readPrefix, sourceOf, type WalletPrefix } from '@droptrack/eligibility';
import type { RangeRow } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { type ConditionalHeaders, hasVersion, VersionedResponse } from '../../platform/responses/versioned-response';
import { requireDrop } from '../drops/require-drop';
import { withDeadline } from '../eligibility/deadline';
import { LOOKUP_MS_MAX } from '../eligibility/list-lookups';
import { noList, noNamedList } from '../snapshots/list-errors';
import { RangeCachePolicy } from './range-cache-policy';
import { invalidPrefix, rangeType, tooManyLists, tooManyRows } from './range-errors';
import { type FoundRange, RANGES_AT_ONCE, RangeLookups } from './range-lookups';

/** Parameters of a request. */
interface RangeRequest extends AllocationRangeQuery {
  /** Slug of the drop. */
  readonly id: string;
  /** Unvalidated. */
  readonly prefix: string;
}

/** Consumes the tokens of a response by its number of rows. */
type PayRows = (rows: number) => Promise<void>;

interface ListRange extends FoundRange {
  readonly list: ListEntry;
}

interface RangeTerms {
  readonly drop: string;
  readonly prefix: WalletPrefix;
  readonly lists: readonly ListEntry[];
  readonly withProofs: boolean;
  readonly gap: ListGap | null;
}

/** Changes with every change of the body that its version does not show. */
const BODY_REVISION = 3;

/** Returns all rows of lists whose wallets begin with a prefix, so that a client can check a wallet without sending it. */
@Injectable()
export class AllocationRangeService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly definitions: Definitions,
    private readonly ranges: RangeLookups,
    private readonly cachePolicy: RangeCachePolicy,
  ) {}

  /**
   * @param headers - as received. A request that has the current version already reads no rows.
   * @param pay - called once with the rows of the response, before their proofs are read.
   * @throws {DomainError} `invalid_parameter` `list_not_found`; {@link DropNotFoundError} {@link DropArchivedError}
   *   {@link UnavailableError}; the error of `pay`.
   */
  async get(
    viewer: Viewer,
    request: RangeRequest,
    headers: ConditionalHeaders,
    pay: PayRows,
  ): Promise<VersionedResponse> {
    const current = this.catalogue.requireView(viewer);
    requireDrop(current.view, request.id);
    const definition = await this.#definitionOf(current, request.id);
    const prefix = prefixOf(definition, request);
    const lists = listsOf(current, request);
    const gap = listGapOf(current.view.listsOf(request.id, 'allocation'), definition);
    const withProofs = request.proofs ?? false;
    const version = versionOf(prefix, lists, withProofs, gap);
    const isKnown = hasVersion(headers, version);
    const body = isKnown ? null : this.#body({ drop: request.id, prefix, lists, withProofs, gap }, pay);
    const json = body && (await withDeadline(body, LOOKUP_MS_MAX));
    return new VersionedResponse(version, json, current.asOfMs, this.cachePolicy);
  }

  async #definitionOf(current: CurrentView, id: string): Promise<DropDefinition> {
    const stated = this.definitions.of(id, current);
    return (stated instanceof Promise ? await withDeadline(stated, LOOKUP_MS_MAX) : stated).definition;
  }

  async #body({ drop, prefix, lists, withProofs, gap }: RangeTerms, pay: PayRows): Promise<string> {
    const ranges = await this.#read(prefix, lists, withProofs);
    await pay(rowsOf(ranges));
    const body: AllocationRange = {
      drop,
      wallet_type: prefix.type,
      prefix: prefix.text,
      lists: await inGroups(ranges, (range) => this.#presentList(range, withProofs)),
      lists_gap: gap,
    };
    return JSON.stringify(body);
  }

  /** @throws {DomainError} `invalid_parameter` for too many rows. */
  async #read(prefix: WalletPrefix, lists: readonly ListEntry[], withProofs: boolean): Promise<ListRange[]> {
    const rowsMax = RANGE_ROWS_MAX[withProofs ? 'proofs' : 'plain'];
    let rows = 0;
    return inGroups(lists, async (list) => {
      const found = await this.ranges.range({ list, prefix, limit: rowsMax + 1 });
      rows += found.rows.length;
      if (rows > rowsMax) {
        const wallets = lists.reduce((sum, each) => sum + each.wallets, 0);
        throw tooManyRows(prefix, wallets, withProofs);
      }
      return { list, ...found };
    });
  }

  async #presentList({ list, rows, matching }: ListRange, withProofs: boolean): Promise<AllocationRangeList> {
    const proofs = withProofs ? await this.ranges.proofs(list, rows) : null;
    const data = rows.map((row, at) => ({ ...presentRow(row), ...(proofs && { proof: proofs[at] ?? null }) }));
    return { list: list.name ?? null, matching, data, source: sourceOf(list) };
  }
}

/** @throws {DomainError} `invalid_parameter` `list_not_found` */
function prefixOf(definition: DropDefinition, { id, prefix, type: requested }: RangeRequest): WalletPrefix {
  const families = walletFamilies(definition);
  if (families.length === 0) throw noList(id);
  const type = rangeType(requested, families);
  const read = readPrefix(prefix, type);
  if (typeof read === 'string') throw invalidPrefix(type, read);
  return read;
}

/** @throws {DomainError} `list_not_found` */
function listsOf({ view }: CurrentView, { id, list: name }: RangeRequest): readonly ListEntry[] {
  const all = view.listsOf(id, 'allocation');
  const lists = name === undefined ? all : all.filter((list) => list.name === name);
  if (lists.length === 0) throw name === undefined ? noList(id) : noNamedList(id, name, all);
  if (lists.length > RANGE_LISTS_MAX) throw tooManyLists(id, lists.length);
  return lists;
}

const rowsOf = (ranges: readonly ListRange[]): number => ranges.reduce((sum, { rows }) => sum + rows.length, 0);

/** Results in the order of the items. Few at a time, so that a drop with many lists does not fill the queue of reads. */
async function inGroups<T, Result>(items: readonly T[], read: (item: T) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += RANGES_AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + RANGES_AT_ONCE).map(read))));
  }
  return results;
}

/** Identifies the body among all of its URL: changes with each version of a list, of its published facts and of the gap. */
function versionOf(
  { type, text }: WalletPrefix,
  lists: readonly ListEntry[],
  withProofs: boolean,
  gap: ListGap | null,
): string {
  const facts = lists.map((list) => [list.list_id, list.name, sourceOf(list), withProofs ? list.tree : null]);
  return hash('sha256', JSON.stringify([BODY_REVISION, type, text, withProofs, facts, gap]), 'base64url');
}

const presentRow = ({ wallet, amount, token, index, breakdown }: RangeRow): AllocationRangeRow => ({
  wallet: addressOfKey(wallet),
  amount,
  ...(token !== null && { token }),
  index: index === null ? null : Number(index),
  breakdown: breakdown.map(partOf),
});

const partOf = ({ reason, amount }: AllocationPart): AllocationPart => ({ reason, amount });
