import { isExcluded, isSampleDropId } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatTime, formatUsd } from '../../parts/format';
import { SampleChip } from '../../parts/marks';
import { Name } from '../../parts/name';
import { Fact } from './fact';
import { ResultCard } from './result-card';
import type { CheckedDrop, CheckedWallet } from './run-checks';

interface ResultsProps {
  readonly checked: CheckedWallet;
  readonly nowMs: number;
  /** Base URL of this site. */
  readonly explorerUrl: string;
}

/** Results of a check. Of a check against all drops, only results about this wallet are cards. */
export const Results = ({ checked: { wallet, drops, all }, nowMs, explorerUrl }: ResultsProps) => {
  const isCard = ({ result }: CheckedDrop): boolean =>
    all === null || result.status === 'eligible' || isExcluded(result);
  const summary = all?.summary;
  return (
    <section aria-labelledby="results">
      <h2 id="results">{summary === undefined ? 'Result' : `Eligible for ${dropsOf(summary.eligible)}`}</h2>
      <p class="muted break">{wallet}</p>
      {all !== null && <Summary {...all} />}
      {drops.filter(isCard).map((each) => (
        <ResultCard key={each.result.drop} checked={each} nowMs={nowMs} explorerUrl={explorerUrl} />
      ))}
      {all !== null && <Others drops={drops.filter((each) => !isCard(each))} ineligible={all.summary.ineligible} />}
    </section>
  );
};

const dropsOf = (count: number): string => `${count} ${count === 1 ? 'drop' : 'drops'}`;

/** What a wallet can claim now, its value, and the extent of the check. */
const Summary = ({ summary, asOf }: NonNullable<CheckedWallet['all']>) => {
  const { claimable_now: claimable, claimable_without_price: unpriced, expired } = summary;
  return (
    <>
      <p class="check-summary">
        <strong>{claimable === 0 ? 'Nothing to claim now' : `${dropsOf(claimable)} to claim now`}</strong>
        {claimable > 0 && (
          <>
            {' worth '}
            {summary.claimable_value_usd === null ? <Unknown /> : formatUsd(summary.claimable_value_usd)}
          </>
        )}
        {unpriced > 0 && unpriced < claimable && `, and ${unpriced} without a known price`}
        {expired > 0 && `. Claiming has closed for ${dropsOf(expired)}`}.
      </p>
      <p class="muted">
        Checked: all drops that accept this type of wallet, in {summary.checked_lists}{' '}
        {summary.checked_lists === 1 ? 'list' : 'lists'}. As of {formatTime(asOf)}.
      </p>
    </>
  );
};

/** Reasons in words. A group of another reason has the message of the API. */
const GROUPS = new Map<string, string>([
  ['wallet_not_verifiable', 'Unknown, which is not a no: not in the list, and the address may be mistyped'],
  ['lists_incomplete', 'Unknown, which is not a no: the lists that are loaded here are not complete'],
  ['snapshot_pending', 'Pending: the snapshot has not been taken or its date is unknown'],
  ['list_not_published', 'Pending: no list is published yet'],
  ['list_not_loaded', 'Unknown, which is not a no: ended or paying out, and the list is not loaded here'],
  ['nothing_to_claim', 'Nothing to claim: the tokens are credited, and the balance of an eligible wallet shows them'],
  ['answered_by_project', 'Unknown, which is not a no: only the project itself can answer'],
  ['source_unavailable', 'Unknown, which is not a no: this service cannot check these wallets'],
]);

interface OthersProps {
  readonly drops: readonly CheckedDrop[];
  /** Number of drops whose lists do not contain the wallet. */
  readonly ineligible: number;
}

/** Drops whose result is the same for most wallets, by reason. */
const Others = ({ drops, ineligible }: OthersProps) => {
  const codes = new Set(drops.map(codeOf));
  const ordered = [...GROUPS.keys(), ...codes].filter((code, at, all) => codes.has(code) && all.indexOf(code) === at);
  return (
    <dl class="check-facts">
      {ineligible > 0 && <Fact term="Not in the list">{dropsOf(ineligible)}</Fact>}
      {ordered.map((code) => {
        const group = drops.filter((each) => codeOf(each) === code);
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
