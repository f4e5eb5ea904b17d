import { Guide } from './guide';

/**
 * Conclusions of docs/studies/hype-validity.md, favourable or not, each with the sentence of that page that it shortens: a test
 * compares them, so that neither changes alone.
 */
export const CONCLUSIONS = [
  {
    text: 'Scores rank next week’s attention better than chance.',
    evidence: "All scores rank next week's attention better than chance",
  },
  {
    text: 'No score is shown to rank it better than the plain mean of the last 7 days.',
    evidence: 'No score is shown to beat the mean of the last 7 days',
  },
  {
    text: 'Nothing here is shown to predict a rise, neither the score nor its change.',
    evidence: 'Nothing here is shown to predict a rise',
  },
  {
    text: 'Three of the ten signals could be tested, on tokens that trade already, not on drops before their launch.',
    evidence: 'Three of ten signals were tested',
  },
] as const;

/** The evidence for and against the hype score. @param picture - path of the picture of that page. */
export const Validity = ({ picture }: { readonly picture: string }) => (
  <section id="validity">
    <h2>Does it work?</h2>
    <p>
      A score is only useful if it says something about the future. Historical days were scored with only what was known
      on them, and compared with the week that followed, beside baselines that need no score.
    </p>
    <ul>
      {CONCLUSIONS.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <p>Use hype to compare sustained attention when several signals are known. Do not use it to time anything.</p>
    <figure>
      <div class="scroll" tabIndex={0} role="region" aria-label="Validity of the hype score">
        <img
          src={picture}
          width="880"
          height="662"
          alt="Rank correlations with the next week, with 95 % intervals. The scores lie above 0, and at or below the means of 7 and 28 days."
        />
      </div>
      <figcaption class="muted">
        Rank correlations of scores (first in each group) and of baselines with the week that followed.
      </figcaption>
    </figure>
    <Guide file="docs/studies/hype-validity.md">
      All figures with their intervals, and the claims that new data can contradict
    </Guide>
  </section>
);
