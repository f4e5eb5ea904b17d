import { DEFAULT_RULESET } from '@droptrack/scoring';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatShare } from '../../parts/format';
import { renderPage } from '../../testing';
import { aboutPage } from './about-page';
import { CONCLUSIONS } from './validity';

describe('the page about scores', () => {
  it('lists every signal with the weight of the rules, and needs no request', async () => {
    const { text, requests, html } = await renderPage(aboutPage, { url: '/about' });
    for (const { name, weight, unit } of DEFAULT_RULESET.hype.signals) {
      expect(text).toContain(`${name} ${formatShare(weight)} ${unit}`);
    }
    expect(requests).toEqual([]);
    expect(html).not.toContain('style=');
  });

  it('has the points, limits and shares of the ratings', async () => {
    const { text } = await renderPage(aboutPage, { url: '/about' });
    const { legit, difficulty } = DEFAULT_RULESET.ratings;
    expect(text).toContain(`Team and its record ${legit.points.team}`);
    expect(text).toContain(`private key ${legit.caps.asks_secrets}`);
    expect(text).toContain(`Minutes of work ${formatShare(difficulty.shares.minutes)}`);
  });

  // A caveat that is withdrawn, or a finding that fails, must not live on here.
  it('draws the conclusions of the guide, caveats included', async () => {
    const guide = readFileSync(join(__dirname, '../../../../../docs/studies/hype-validity.md'), 'utf8').replace(
      /\s+/g,
      ' ',
    );
    const { text } = await renderPage(aboutPage, { url: '/about' });
    for (const { text: conclusion, evidence } of CONCLUSIONS) {
      expect(guide).toContain(evidence);
      expect(text).toContain(conclusion);
    }
  });

  it('shows the picture of the guide', async () => {
    const { html } = await renderPage(aboutPage, { url: '/about' });
    expect(html).toContain('src="/assets/hype-validity.svg"');
  });
});
