import type { ExplainedDifficulty, ExplainedDifficultyInput } from '@droptrack/contracts';
import type { RatingRules } from '@droptrack/scoring';
import { Unknown } from '../../parts/figure';
import { Fold } from '../../parts/folded';
import { formatInteger, formatPoints, formatShare, formatUsd } from '../../parts/format';
import { DIFFICULTY_INPUTS } from '../../parts/rating-names';
import { Source } from './source';
import { Table } from '../../parts/table';

type DifficultyProps = ExplainedDifficulty & { readonly rules: RatingRules };

/** Derivation of the difficulty rating. */
export const Difficulty = ({ score, known_share: knownShare, inputs, rules }: DifficultyProps) => (
  <>
    <h3 id="difficulty">Difficulty: {score ?? <Unknown />}</h3>
    <p>
      {score === null
        ? 'Unknown: no requirement is known.'
        : `Inputs of ${formatShare(knownShare)} of the rating are known; an unknown one counts ${formatShare(rules.unknown)} of its share.`}
    </p>
    <Fold summary={score === null ? 'Inputs that would count' : 'Inputs'}>
      <Table
        caption="Inputs of the difficulty rating"
        columns={[
          { title: 'Input', isNumber: false },
          { title: 'Points', isNumber: true },
          { title: 'Of', isNumber: true },
          { title: 'Value', isNumber: true },
          { title: 'Source', isNumber: false },
        ]}
        rows={inputs.map((input) => [
          DIFFICULTY_INPUTS[input.id] ?? input.id,
          input.contribution === null ? <Unknown /> : formatPoints(input.contribution),
          formatInteger(100 * input.share),
          valueOf(input),
          input.known ? <Source source={input.source} /> : 'not assessed',
        ])}
      />
    </Fold>
  </>
);

function valueOf({ id, value }: ExplainedDifficultyInput) {
  if (value === null) return <Unknown />;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return id === 'capital_usd' ? formatUsd(value) : formatInteger(value);
}
