import { renderToString } from 'preact-render-to-string';
import { Time } from './time';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');

describe('Time', () => {
  it('shows an instant in UTC, whatever the offset in it', () => {
    expect(renderToString(<Time instant="2026-11-23T12:05:00.000+02:00" />)).toBe(
      '<time datetime="2026-11-23T12:05:00.000+02:00">Nov 23, 2026, 10:05 UTC</time>',
    );
  });

  it('shows the time from now with the instant as its title', () => {
    expect(renderToString(<Time instant="2026-11-26T13:00:00.000Z" nowMs={nowMs} />)).toBe(
      '<time datetime="2026-11-26T13:00:00.000Z" title="Nov 26, 2026, 13:00 UTC">in 3 days</time>',
    );
  });

  it('shows text that is no instant as it is', () => {
    expect(renderToString(<Time instant="<soon>" nowMs={nowMs} />)).toBe('<span>&lt;soon></span>');
  });
});
