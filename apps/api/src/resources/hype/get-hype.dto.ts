import { HYPE_WINDOWS, type HypeQuery, type HypeWindow } from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsInstant } from '../../platform/input/query-rules';
import { IsOneOf } from '../query-members';

/** Query of GET /v1/drops/{id}/hype. */
export class GetHypeDto implements HypeQuery {
  @IsOptional()
  @IsOneOf(HYPE_WINDOWS)
  readonly window?: HypeWindow;

  @IsOptional()
  @IsInstant()
  readonly to?: string;
}
