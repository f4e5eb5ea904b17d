import {
  BADGE_FIGURES,
  type BadgeFigure,
  type BadgeQuery,
  HYPE_WINDOWS,
  type HypePictureQuery,
  type HypeWindow,
  PICTURE_SIZE,
} from '@droptrack/contracts';
import { IsOptional } from 'class-validator';
import { IsIntegerWithin } from '../../platform/input/query-rules';
import { IsOneOf } from '../query-members';

/** Query of GET /v1/drops/{id}/badge.svg and badge.json. */
export class BadgeDto implements BadgeQuery {
  @IsOptional()
  @IsOneOf(BADGE_FIGURES)
  readonly of?: BadgeFigure;
}

/** Query of GET /v1/drops/{id}/hype.svg. */
export class HypePictureDto implements HypePictureQuery {
  @IsOptional()
  @IsOneOf(HYPE_WINDOWS)
  readonly window?: HypeWindow;

  @IsIntegerWithin(PICTURE_SIZE.width)
  readonly width?: number;

  @IsIntegerWithin(PICTURE_SIZE.height)
  readonly height?: number;
}
