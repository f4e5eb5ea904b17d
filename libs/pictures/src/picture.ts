/** Size and title of a picture. */
export interface PictureOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Content in words, read aloud and shown on hover. */
  readonly title: string;
}

/** Part of a series: one layer of its stack, and one entry of its legend. */
export interface SeriesPart {
  readonly id: string;
  readonly label: string;
}

/** One bucket of a series. Without a total it is a gap. */
export interface SeriesPoint {
  /** End of the bucket. */
  readonly atMs: number;
  /** Points from 0 to 100, or null where nothing was computed. */
  readonly total: number | null;
  /** Points by part. A part that is absent contributes nothing. */
  readonly parts: Readonly<Record<string, number>>;
}

/** One bin of a histogram; the shares of all bins add up to 1. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** One step of a drop, at an instant or over a span. */
export interface TimelineEvent {
  readonly label: string;
  readonly type: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number | null;
}

/** Meaning of a badge, which decides the colour of its value. */
export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';
