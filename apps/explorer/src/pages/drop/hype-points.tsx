import type { HypeSeries } from '@droptrack/contracts';
import { plainName } from '../../parts/name';
import { hypeParts, pointCells } from './hype-columns';

/** The numbers of the plot. The crosshair reads them from here. */
export const HypePoints = ({ series }: { readonly series: HypeSeries }) => (
  <details>
    <summary>The same numbers as a table</summary>
    <div class="scroll" tabIndex={0} role="region" aria-label="Numbers of the plot">
      <table id="hype-points" class="numbers">
        <caption>
          Points by signal, with two decimals, per bucket of {series.interval}, named by its end. An empty cell has no
          reading, and a score without any reading is left out.
        </caption>
        <thead>
          <tr>
            {['Time', 'Score', 'Confidence', ...hypeParts(series).map(({ label }) => plainName(label))].map(
              (heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {series.data.map((point) => {
            const [time, ...cells] = pointCells(series, point);
            return (
              <tr key={point.t}>
                <th scope="row">
                  <time dateTime={point.t}>{time}</time>
                </th>
                {cells.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  </details>
);
