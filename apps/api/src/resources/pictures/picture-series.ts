import { type HypeWindow, isPointMeasured } from '@droptrack/contracts';
import type { SeriesPoint } from '@droptrack/pictures';
import { PointRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LogDatabase } from '../../catalogue/log-database';
import { hypeSpan } from '../hype/hype-span';

const HOUR_MS = 3_600_000;
/** Series in memory, of a few kilobytes each. */
const SERIES_MAX = 500;
/** Longest time for which a new point of a series is not read, in milliseconds. */
const MAX_AGE_MS = 60_000;

/**
 * Points of hype for pictures. Requests without a key reach the database once a minute for each series, however many of
 * them there are.
 */
@Injectable()
export class PictureSeries {
  readonly #series = new LRUCache<string, Promise<readonly SeriesPoint[]>>({ max: SERIES_MAX, ttl: MAX_AGE_MS });

  constructor(private readonly db: LogDatabase) {}

  /**
   * One point for each bucket, without parts. A score that rests on no reading is a gap, as is a bucket without a point.
   *
   * @throws {UnavailableError}
   */
  read(dropId: string, window: HypeWindow, asOfMs: number): Promise<readonly SeriesPoint[]> {
    const name = `${dropId} ${window} ${hypeSpan(window, asOfMs).toMs}`;
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const series = this.#query(dropId, window, asOfMs);
    this.#series.set(name, series);
    series.catch(() => this.#series.delete(name));
    return series;
  }

  async #query(dropId: string, window: HypeWindow, asOfMs: number): Promise<SeriesPoint[]> {
    const { fromMs: afterMs, toMs: untilMs, bucketHours, endsMs } = hypeSpan(window, asOfMs);
    const query = { dropId, afterMs, untilMs, bucketHours, recordedByMs: asOfMs };
    const points = await new PointRepository(this.db).readSeries(query);
    const measured = points.filter(isPointMeasured);
    return endsMs.map((atMs) => {
      const point = measured.find(({ hourMs }) => hourMs <= atMs && hourMs > atMs - bucketHours * HOUR_MS);
      return { atMs, total: point?.score ?? null, parts: {} };
    });
  }
}
