import { isSampleDropId, WEBHOOK_LIMITS } from '@droptrack/contracts';
import { formatTime } from '../../parts/format';
import { SampleChip } from '../../parts/marks';
import { Name } from '../../parts/name';
import { Fact } from './fact';
import { CHECKS_MAX } from './known-drops';
import { ResultCard } from './result-card';
import type { CheckedDrop } from './run-checks';

interface ResultsProps {
  readonly checked: readonly CheckedDrop[];
  /** True for a check against a chosen drop. */
  readonly isSingle: boolean;
  readonly nowMs: number;
}

const LIST_REASONS: readonly string[] = ['in_allocation_list', 'excluded_sybil'];

/** Results of a check. Of a check against many drops, only results about this wallet are cards. */
export const Results = ({ checked, isSingle, nowMs }: ResultsProps) => {
  const isCard = (each: CheckedDrop): boolean => isSingle || LIST_REASONS.includes(codeOf(each));
  const cards = checked.filter(isCard);
  const [first] = checked;
  return (
    <section aria-labelledby="results">
      <h2 id="results">{isSingle ? 'Result' : summaryOf(checked)}</h2>
      {first !== undefined && <p class="muted break">{first.result.wallet}</p>}
      {cards.map((each) => (
        <ResultCard key={each.result.drop} checked={each} nowMs={nowMs} />
      ))}
      {!isSingle && <Others checked={checked.filter((each) => !isCard(each))} />}
      {!isSingle && (
        <p class="muted">
          Checked: drops whose list was published in the last {WEBHOOK_LIMITS.keptDays} days, and others whose snapshot
          was taken, {CHECKS_MAX} at most.
          {first !== undefined && ` As of ${formatTime(first.result.as_of)}.`} Choose a drop to check any other.
        </p>
      )}
    </section>
  );
};

function summaryOf(checked: readonly CheckedDrop[]): string {
  const eligible = checked.filter(({ result }) => result.status === 'eligible').length;
  return `Eligible for ${eligible} of ${checked.length} checked ${checked.length === 1 ? 'drop' : 'drops'}`;
}

/** Reasons in words. A group of another reason has the message of the API. */
const GROUPS = new Map<string, string>([
  ['not_in_allocation_list', 'Not in the list'],
  ['wallet_not_verifiable', 'Unknown, which is not a no: not in the list, and the address may be mistyped'],
  ['wrong_address_family', 'Another type of wallet'],
  ['snapshot_pending', 'Pending: the snapshot is not taken or its date is unknown'],
  ['list_not_published', 'Pending: no list is published yet'],
  ['source_unavailable', 'Unknown, which is not a no: no list is available'],
]);

/** Drops whose result is the same for most wallets, by reason. */
const Others = ({ checked }: { readonly checked: readonly CheckedDrop[] }) => {
  const codes = new Set(checked.map(codeOf));
  const ordered = [...GROUPS.keys(), ...codes].filter((code, at, all) => codes.has(code) && all.indexOf(code) === at);
  return (
    <dl class="check-facts">
      {ordered.map((code) => {
        const group = checked.filter((each) => codeOf(each) === code);
        return (
          <Fact key={code} term={GROUPS.get(code) ?? group[0]?.result.reasons[0]?.message ?? code}>
            <ul class="check-drops">
              {group.map(({ result, name }) => (
                <li key={result.drop}>
                  <a href={`/drops/${result.drop}`}>
                    <Name text={name} />
                  </a>{' '}
                  {isSampleDropId(result.drop) && <SampleChip />}
                </li>
              ))}
            </ul>
          </Fact>
        );
      })}
    </dl>
  );
};

const codeOf = ({ result }: CheckedDrop): string => result.reasons[0]?.code ?? result.status;
