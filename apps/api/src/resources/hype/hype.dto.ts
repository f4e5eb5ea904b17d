import { DEFAULT_HYPE_WINDOW, HYPE_WINDOWS, type HypeQuery, type HypeWindow } from '@droptrack/contracts';
import { Instant, OneOf } from '../../platform/input/query-rules';

/** Query of GET /v1/drops/{id}/hype. */
export class HypeDto implements HypeQuery {
  @OneOf(HYPE_WINDOWS, { example: '24h', default: DEFAULT_HYPE_WINDOW }) readonly window?: HypeWindow;
  @Instant({ example: '2026-08-22T09:00:00Z' }) readonly to?: string;
}
