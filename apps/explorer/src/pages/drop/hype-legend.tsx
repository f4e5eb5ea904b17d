import type { HypePoint, HypeSeries } from '@droptrack/contracts';
import { partClasses } from '@droptrack/pictures';
import { plainName } from '../../parts/name';
import { hypeParts, pointCells } from './hype-columns';

interface HypeLegendProps {
  readonly series: HypeSeries;
  /** Point whose values are shown until the crosshair is at another one. */
  readonly point: HypePoint;
}

/**
 * Colours of the plot with the values of one point. The crosshair replaces the values by those of another row of the table:
 * `data-cell` is the index of the cell.
 */
export const HypeLegend = ({ series, point }: HypeLegendProps) => {
  const parts = hypeParts(series);
  const classes = partClasses(parts);
  const [time, score, confidence, ...points] = pointCells(series, point);
  return (
    <div class="plot-legend">
      <p>
        <span data-cell={0}>{time}</span>: <b data-cell={1}>{score}</b> of 100, confidence{' '}
        <span data-cell={2}>{confidence}</span>
      </p>
      <ul>
        {parts.map(({ id, label }, index) => (
          <li key={id}>
            <svg viewBox="0 0 8 8" width="12" height="12" aria-hidden="true">
              <rect class={classes[index]} fill="currentcolor" width="8" height="8" />
            </svg>{' '}
            {plainName(label)} <b data-cell={index + 3}>{points[index]}</b>
          </li>
        ))}
      </ul>
    </div>
  );
};
