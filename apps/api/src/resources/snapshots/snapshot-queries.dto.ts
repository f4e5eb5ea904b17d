import {
  type AllocationsSnapshotQuery,
  type DropsSnapshotQuery,
  type HypeSnapshotQuery,
  WALLET_LENGTH_MAX,
} from '@droptrack/contracts';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { IsInstant } from '../../platform/input/query-rules';
import { IsSlug } from '../query-members';

/** Maximum version of a list: the largest integer of its column. */
const VERSION_MAX = 2 ** 31 - 1;

/** Query of GET /v1/snapshots/drops. */
export class DropsSnapshotDto implements DropsSnapshotQuery {
  @IsOptional()
  @IsInstant()
  readonly as_of?: string;

  @IsOptional()
  @IsSlug('drop slug such as linea')
  readonly after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/hype. */
export class HypeSnapshotDto implements HypeSnapshotQuery {
  @IsOptional()
  @IsInstant()
  readonly from?: string;

  @IsOptional()
  @IsInstant()
  readonly to?: string;

  @IsOptional()
  @IsInstant()
  readonly after?: string;
}

/** Query of GET /v1/snapshots/drops/{id}/allocations. */
export class AllocationsSnapshotDto implements AllocationsSnapshotQuery {
  @IsOptional()
  @IsSlug('list name such as season-2')
  readonly list?: string;

  @IsVersion()
  readonly version?: number;

  @IsOptional()
  @MaxLength(WALLET_LENGTH_MAX, {
    message: `must have at most ${WALLET_LENGTH_MAX} characters`,
    context: { code: 'length' },
  })
  @Matches(/^[0-9A-Za-z]+$/, { message: 'must be a wallet address', context: { code: 'format' } })
  readonly after?: string;
}

function IsVersion(): PropertyDecorator {
  const options = { message: 'must be an integer of at least 1', context: { code: 'range' } };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^[0-9]{1,10}$/.test(value) ? Number(value) : value,
    ),
    IsOptional(),
    IsInt(options),
    Min(1, options),
    Max(VERSION_MAX, options),
  );
}
