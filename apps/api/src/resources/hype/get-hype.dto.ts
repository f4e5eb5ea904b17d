import { HYPE_WINDOWS, type HypeQuery, type HypeWindow } from '@droptrack/contracts';
import { IsIn, IsOptional } from 'class-validator';

/** Query of GET /v1/drops/{id}/hype. */
export class GetHypeDto implements HypeQuery {
  @IsOptional()
  @IsIn(HYPE_WINDOWS, { message: `must be one of ${HYPE_WINDOWS.join(', ')}`, context: { code: 'enum' } })
  readonly window?: HypeWindow;
}
