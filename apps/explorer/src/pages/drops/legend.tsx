import { renderToString } from 'preact-render-to-string';

/** The same on every page. */
const HTML = renderToString(
  <>
    <summary>Reading this table</summary>
    <dl>
      <dt>Value per wallet</dt>
      <dd>
        Payout of a typical eligible wallet in US dollars, the median, with a range as a bar below it, from $1 at the
        left to $100,000 at the right, each fifth ten times more. Forecast: eight outcomes in ten lie in the range.
        Realised: the range is between wallets, by known amounts or the published list. Estimated: the mean is known,
        and the range between wallets is that of other drops.
      </dd>
      <dt>Hype</dt>
      <dd>
        Attention from 0 to 100, with its change and its course over 7 days. Confidence is the share of the score that
        rests on readings; without any, nothing is measured.
      </dd>
      <dt>Legitimacy</dt>
      <dd>From 0 to 100: the evidence that a project is known, audited and used.</dd>
      <dt>Tokens</dt>
      <dd>Tokens of the whole drop, claimed or not, and the number of eligible wallets.</dd>
      <dt>Launch and claim</dt>
      <dd>The confirmed day on which the token began to exist, and the window in which wallets claim.</dd>
    </dl>
    <p>
      <a href="/about">How the scores come about</a>
    </p>
  </>,
);

/** What the columns of the table mean. */
export const Legend = () => <details class="legend" dangerouslySetInnerHTML={{ __html: HTML }} />;
