import {
  BADGE_FIGURES,
  type BadgeFigure,
  type BadgeQuery,
  DEFAULT_HYPE_WINDOW,
  HYPE_WINDOWS,
  type HypePictureQuery,
  type HypeWindow,
  PICTURE_SIZE,
} from '@droptrack/contracts';
import { Integer, OneOf } from '../../platform/input/query-rules';

const { width, height } = PICTURE_SIZE;

/** Query of GET /v1/drops/{id}/badge.svg and badge.json. */
export class BadgeDto implements BadgeQuery {
  @OneOf(BADGE_FIGURES, { example: 'ev', default: BADGE_FIGURES[0] }) readonly of?: BadgeFigure;
}

/** Query of GET /v1/drops/{id}/hype.svg. */
export class HypePictureDto implements HypePictureQuery {
  @OneOf(HYPE_WINDOWS, { example: '30d', default: DEFAULT_HYPE_WINDOW }) readonly window?: HypeWindow;
  @Integer(width, { example: 320, default: width.default }) readonly width?: number;
  @Integer(height, { example: 120, default: height.default }) readonly height?: number;
}
