import { type ListEntry, walletFamilies } from '@droptrack/catalogue';
import {
  type AllocationPart,
  type AllocationRange,
  type AllocationRangeList,
  type AllocationRangeQuery,
  type AllocationRangeRow,
  RANGE_ROWS_MAX,
} from '@droptrack/contracts';
import { addressOfKey, readPrefix, sourceOf, type WalletPrefix } from '@droptrack/eligibility';
import type { RangeRow } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { CurrentView, Viewer } from '../../catalogue/current-view';
import { Definitions } from '../../catalogue/definitions';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { namesVersion, VersionedResponse } from '../../platform/responses/versioned-response';
import { requireDrop } from '../drops/require-drop';
import { withDeadline } from '../eligibility/deadline';
import { LOOKUP_MS_MAX } from '../eligibility/list-lookups';
import { noList, noNamedList } from '../snapshots/list-errors';
import { RangeCachePolicy } from './range-cache-policy';
import { invalidPrefix, rangeType, tooManyRows } from './range-errors';
import { type FoundRange, RangeLookups } from './range-lookups';

/** Parameters of a request. */
export interface RangeRequest extends AllocationRangeQuery {
  /** Slug of the drop. */
  readonly id: string;
  /** Unvalidated. */
  readonly prefix: string;
}

interface ListRange extends FoundRange {
  readonly list: ListEntry;
}

/** Changes with every change of the body that its version does not show. */
const BODY_REVISION = 2;

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
   * @param ifNoneMatch - the field as received. A request that has the current version already reads no rows.
   * @throws {DomainError} `invalid_parameter` `list_not_found`; {@link DropNotFoundError} {@link DropArchivedError}
   *   {@link UnavailableError}
   */
  async get(viewer: Viewer, request: RangeRequest, ifNoneMatch: string | undefined): Promise<VersionedResponse> {
    const current = this.catalogue.requireView(viewer);
    requireDrop(current.view, request.id);
    const prefix = await this.#prefixOf(current, request);
    const lists = listsOf(current, request);
    const withProofs = request.proofs ?? false;
    const version = versionOf(prefix, lists, withProofs);
    const isKnown = namesVersion(ifNoneMatch, version);
    const body = isKnown ? null : this.#body(request.id, prefix, lists, withProofs);
    const json = body && (await withDeadline(body, LOOKUP_MS_MAX));
    return new VersionedResponse(version, json, current.asOfMs, this.cachePolicy);
  }

  async #prefixOf(current: CurrentView, { id, prefix, type: requested }: RangeRequest): Promise<WalletPrefix> {
    const stated = this.definitions.of(id, current);
    const { definition } = stated instanceof Promise ? await withDeadline(stated, LOOKUP_MS_MAX) : stated;
    const families = walletFamilies(definition);
    if (families.length === 0) throw noList(id);
    const type = rangeType(requested, families);
    const read = readPrefix(prefix, type);
    if (typeof read === 'string') throw invalidPrefix(type, read);
    return read;
  }

  async #body(drop: string, prefix: WalletPrefix, lists: readonly ListEntry[], withProofs: boolean): Promise<string> {
    const limit = RANGE_ROWS_MAX[withProofs ? 'proofs' : 'plain'] + 1;
    const ranges = await Promise.all(
      lists.map(async (list) => ({ list, ...(await this.ranges.range({ list, prefix, limit })) })),
    );
    if (ranges.reduce((sum, { matching }) => sum + matching, 0) >= limit) {
      const wallets = lists.reduce((sum, list) => sum + list.wallets, 0);
      throw tooManyRows(prefix, wallets, withProofs);
    }
    const body: AllocationRange = {
      drop,
      wallet_type: prefix.type,
      prefix: prefix.text,
      lists: await Promise.all(ranges.map((range) => this.#presentList(range, withProofs))),
    };
    return JSON.stringify(body);
  }

  async #presentList({ list, rows, matching }: ListRange, withProofs: boolean): Promise<AllocationRangeList> {
    const proofs = withProofs ? await this.ranges.proofs(list, rows) : null;
    const data = rows.map((row, at) => ({ ...presentRow(row), ...(proofs && { proof: proofs[at] ?? null }) }));
    return { list: list.name ?? null, matching, data, source: sourceOf(list) };
  }
}

/** @throws {DomainError} `list_not_found` */
function listsOf({ view }: CurrentView, { id, list: name }: RangeRequest): readonly ListEntry[] {
  const all = view.listsOf(id, 'allocation');
  const lists = name === undefined ? all : all.filter((list) => list.name === name);
  if (lists.length === 0) throw name === undefined ? noList(id) : noNamedList(id, name, all);
  return lists;
}

/** Identifies the body among all of its URL: changes with each version of a list and of its published facts. */
function versionOf({ type, text }: WalletPrefix, lists: readonly ListEntry[], withProofs: boolean): string {
  const facts = lists.map((list) => [list.list_id, list.name, sourceOf(list), withProofs ? list.tree : null]);
  return hash('sha256', JSON.stringify([BODY_REVISION, type, text, withProofs, facts]), 'base64url');
}

const presentRow = ({ wallet, amount, index, breakdown }: RangeRow): AllocationRangeRow => ({
  wallet: addressOfKey(wallet),
  amount,
  index: index === null ? null : Number(index),
  breakdown: breakdown.map(partOf),
});

const partOf = ({ reason, amount }: AllocationPart): AllocationPart => ({ reason, amount });
