import type { GetDropQuery } from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsInstant } from '../../platform/input/query-rules';

/** Query of GET /v1/drops/{id}. */
export class GetDropDto implements GetDropQuery {
  @IsOptional()
  @IsInstant()
  readonly as_of?: string;
}
