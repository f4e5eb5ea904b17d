import {
  DEFAULT_HYPE_WINDOW,
  type Drop,
  type EndpointBadge,
  type HypeWindow,
  markedName,
  PICTURE_SIZE,
} from '@droptrack/contracts';
import { badge, BADGE_COLORS, pictureFile, type SeriesPoint, sparkline, stackedSeries } from '@droptrack/pictures';
import { Injectable } from '@nestjs/common';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { StaticFile } from '../../platform/responses/static-file';
import { requireDrop } from '../drops/require-drop';
import { presentBadge } from './badge.presenter';
import type { BadgeDto, HypePictureDto } from './picture-queries.dto';
import { PictureSeries } from './picture-series';

/** Seconds for which clients and proxies show a picture without a request. */
export const FRESH_SECONDS = 300;

/** Pictures are for everyone, so they show what the plan with the least data shows. */
const VIEWER = { plan: 'free' } as const;

/** An SVG that a browser opens as a page runs nothing and loads nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Sizes from which a picture has axes. */
const AXES_FROM = { widthPx: 240, heightPx: 100 } as const;

const WINDOWS: Readonly<Record<HypeWindow, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** Serves badges and plots from the delayed view. */
@Injectable()
export class PicturesService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly series: PictureSeries,
  ) {}

  /** @throws {DropNotFoundError} {@link DropArchivedError} {@link UnavailableError} */
  badge(id: string, { of = 'hype' }: BadgeDto): StaticFile {
    return svgFile(badge(presentBadge(this.#read(id).drop, of)));
  }

  /** @throws as {@link badge}. */
  endpointBadge(id: string, { of = 'hype' }: BadgeDto): StaticFile {
    const { label, value, tone } = presentBadge(this.#read(id).drop, of);
    const body: EndpointBadge = {
      schemaVersion: 1,
      label,
      message: value,
      color: BADGE_COLORS[tone],
      cacheSeconds: FRESH_SECONDS,
    };
    return new StaticFile(Buffer.from(JSON.stringify(body)), 'application/json; charset=utf-8');
  }

  /** @throws as {@link badge}. */
  async hype(id: string, { window = DEFAULT_HYPE_WINDOW, width, height }: HypePictureDto): Promise<StaticFile> {
    const { drop, asOfMs } = this.#read(id);
    const points = await this.series.read(id, window, asOfMs);
    const options = {
      widthPx: width ?? PICTURE_SIZE.width.default,
      heightPx: height ?? PICTURE_SIZE.height.default,
      title: titleOf(drop, window, points),
    };
    const hasAxes = options.widthPx >= AXES_FROM.widthPx && options.heightPx >= AXES_FROM.heightPx;
    const totals = points.map(({ total }) => total);
    const picture = hasAxes
      ? stackedSeries({ points, parts: [] }, options)
      : sparkline(totals, { ...options, domain: [0, 100] });
    return svgFile(pictureFile(picture));
  }

  #read(id: string): { readonly drop: Drop; readonly asOfMs: number } {
    const { view, asOfMs } = this.catalogue.requireView(VIEWER);
    return { drop: JSON.parse(requireDrop(view, id).json) as Drop, asOfMs };
  }
}

const svgFile = (svg: string): StaticFile =>
  new StaticFile(Buffer.from(svg), 'image/svg+xml; charset=utf-8', SVG_POLICY);

function titleOf(drop: Drop, window: HypeWindow, points: readonly SeriesPoint[]): string {
  const last = points.findLast(({ total }) => total !== null)?.total;
  const end = last === undefined || last === null ? 'no data' : `last ${last} of 100`;
  return `Hype of ${markedName(drop)} over ${WINDOWS[window]}: ${end}`;
}
