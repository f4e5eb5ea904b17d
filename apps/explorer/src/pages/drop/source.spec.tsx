import { renderToString } from 'preact-render-to-string';
import { Source } from './source';

const textOf = (observed_at: string) =>
  renderToString(<Source source={{ kind: 'dataset', url: 'https://coins.example/x', observed_at }} />).replace(
    /<[^>]*>/g,
    '',
  );

describe('Source', () => {
  // A price can be hours old, so its day is not enough.
  it('shows the minute of an observation, and the day of a declared fact', () => {
    expect(textOf('2026-11-20T04:53:04.000Z')).toContain(', Nov 20, 2026, 04:53 UTC');
    expect(textOf('2026-11-20T00:00:00.000Z')).toMatch(/, Nov 20, 2026$/);
  });
});
