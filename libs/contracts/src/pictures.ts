import type { HypeWindow } from './hype';

/** Figures that a badge can show; the first is the default. */
export const BADGE_FIGURES = ['hype', 'ev', 'status'] as const;
/** Figure of a badge: hype score, expected value or status. */
export type BadgeFigure = (typeof BADGE_FIGURES)[number];

/** Minimum, maximum and default size of a plot, in pixels. */
export const PICTURE_SIZE = {
  width: { min: 60, max: 1_600, default: 640 },
  height: { min: 20, max: 800, default: 240 },
} as const;

/** Query of GET /v1/drops/{id}/badge.svg and badge.json. */
export interface BadgeQuery {
  /** Figure that the badge shows. */
  of?: BadgeFigure;
}

/** Query of GET /v1/drops/{id}/hype.svg. */
export interface HypePictureQuery {
  /** Window of the series, as for the JSON series. */
  window?: HypeWindow;
  /** Width in pixels. */
  width?: number;
  /** Height in pixels. A picture below 240 × 100 is a line without axes. */
  height?: number;
}

/** Badge in the endpoint format of shields.io. */
export interface EndpointBadge {
  /** Version of the format. */
  schemaVersion: 1;
  /** Name of the drop and of the figure. */
  label: string;
  /** The figure, or `unknown`. @minLength 1 */
  message: string;
  /** Background of the figure. @pattern ^#[0-9a-f]{6}$ */
  color: string;
  /** Seconds for which the badge may be cached. @asType integer */
  cacheSeconds: number;
}
