import {
  type AllocationsSnapshotQuery,
  type DropsSnapshotQuery,
  type HypeSnapshotQuery,
  WALLET_LENGTH_MAX,
} from '@droptrack/contracts';
import { Instant, Integer, Matching, Slug } from '../../platform/input/query-rules';

/** Versions of a list: integers of their column. */
const VERSIONS = { min: 1, max: 2 ** 31 - 1 };
const WALLET = { example: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045' };

/** Query of GET /v1/snapshots/drops. */
export class DropsSnapshotDto implements DropsSnapshotQuery {
  @Instant({ example: '2026-08-22T09:00:00Z' }) readonly as_of?: string;
  @Slug('a drop slug such as linea', { example: 'linea' }) readonly after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/hype. */
export class HypeSnapshotDto implements HypeSnapshotQuery {
  @Instant({ example: '2026-08-01T00:00:00Z' }) readonly from?: string;
  @Instant({ example: '2026-08-22T10:00:00.000Z' }) readonly to?: string;
  @Instant({ example: '2026-08-22T08:00:00.000Z' }) readonly after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/allocations. */
export class AllocationsSnapshotDto implements AllocationsSnapshotQuery {
  @Slug('a list name such as season-2', { example: 'season-2' }) readonly list?: string;
  @Integer(VERSIONS, { example: 3 }, 'of at least 1') readonly version?: number;
  @Matching(/^[0-9A-Za-z]+$/, 'a wallet address', WALLET_LENGTH_MAX, WALLET) readonly after?: string;
}
