import {
  type EligibilityResult,
  type EligibilitySource,
  type EligibilityStatus,
  isSampleDropId,
} from '@droptrack/contracts';
import { formatTokens, formatUsd } from '../../parts/format';
import { Chip, SampleChip } from '../../parts/marks';
import { Unknown } from '../../parts/figure';
import { Name } from '../../parts/name';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import { ClaimCall } from './claim-call';
import { ClaimRows } from './claim-rows';
import { Entries } from './entries';
import { Fact } from './fact';
import { ProofDetails } from './proof-details';
import type { CheckedDrop } from './run-checks';

const STATUSES = {
  eligible: ['good', 'Eligible'],
  ineligible: ['plain', 'Not eligible'],
  pending: ['accent', 'Pending'],
  unknown: ['warn', 'Unknown'],
} as const satisfies Record<EligibilityStatus, readonly [string, string]>;

const MEANINGS: Partial<Readonly<Record<EligibilityStatus, string>>> = {
  pending: 'It is not decided yet, so this is neither a yes nor a no.',
  unknown: 'This is not a no: this service cannot determine it.',
};

interface ResultCardProps {
  readonly checked: CheckedDrop;
  readonly nowMs: number;
  /** Base URL of this site. */
  readonly explorerUrl: string;
}

/** The result of a check: status, amount, reason, claim, list, entries, proof and claim call. */
export const ResultCard = ({ checked, nowMs, explorerUrl }: ResultCardProps) => {
  const { result, name } = checked;
  const [tone, text] = STATUSES[result.status];
  const [reason] = result.reasons;
  const headingId = `result-${result.drop}`;
  return (
    <article class="panel result" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <a href={`/drops/${result.drop}`}>
          <Name text={name} />
        </a>{' '}
        {isSampleDropId(result.drop) && <SampleChip />} <Chip tone={tone}>{text}</Chip>
      </h3>
      {result.allocation !== null && <Amount allocation={result.allocation} />}
      <TokenAmounts result={result} />
      <p>
        {reason !== undefined && <Name text={reason.message} charactersMax={300} />} {MEANINGS[result.status]}{' '}
        <code class="muted">{reason?.code}</code>
      </p>
      <dl class="check-facts">
        <ClaimRows checked={checked} nowMs={nowMs} />
        <ListRows checked={checked} />
        <Fact term="Checked">
          <Time instant={result.checked_at} />
        </Fact>
      </dl>
      <Exclusion result={result} />
      <ProofDoubt result={result} />
      <Entries checked={checked} />
      {result.proof !== null && result.allocation !== null && (
        <ProofDetails result={result} proof={result.proof} of={result.allocation} />
      )}
      <ClaimCall checked={checked} explorerUrl={explorerUrl} />
    </article>
  );
};

/** Exclusion that does not decide, since a list that is not loaded may contain the wallet. */
const Exclusion = ({ result: { reasons } }: { readonly result: EligibilityResult }) => {
  const reason = reasons.slice(1).find(({ code }) => code === 'excluded_sybil');
  return reason === undefined ? null : (
    <p>
      <Chip tone="warn">Excluded</Chip> <Name text={reason.message} charactersMax={300} />
    </p>
  );
};

/** Outside of the details of the proof: a distributor may reject it. */
const ProofDoubt = ({ result: { reasons } }: { readonly result: EligibilityResult }) => {
  const reason = reasons.find(({ code }) => code === 'unpublished_root');
  if (reason === undefined) return null;
  return (
    <p>
      <Chip tone="warn">Root not published</Chip> <Name text={reason.message} charactersMax={300} />
    </p>
  );
};

const Amount = ({ allocation }: { readonly allocation: NonNullable<EligibilityResult['allocation']> }) => (
  <p class="result-amount">
    {formatTokens(allocation.amount, allocation.decimals)} {tokenUnit(allocation)}{' '}
    {allocation.vesting !== null && (
      <span class="muted">of which {formatTokens(allocation.vesting.locked, allocation.decimals)} locked, </span>
    )}
    <span class="muted">worth {allocation.value_usd === null ? <Unknown /> : formatUsd(allocation.value_usd)}</span>
  </p>
);

/** Amounts of a list of several tokens, which have no sum. */
const TokenAmounts = ({ result: { allocations = [] } }: { readonly result: EligibilityResult }) =>
  allocations.length === 0 ? null : (
    <dl class="check-facts">
      {allocations.map(({ token, amount }) => (
        <Fact key={token} term="Token">
          {amount} base units of <code>{token}</code>
        </Fact>
      ))}
    </dl>
  );

/** The lists that contain the wallet; without one, the list that decided. */
const ListRows = ({ checked: { result } }: { readonly checked: CheckedDrop }) => {
  const { source, entries } = result;
  const found = entries.length > 0 ? entries.map((entry) => entry.source) : source === null ? [] : [source];
  const lists = [...new Map(found.map((each) => [each.list, each])).values()];
  return (
    <>
      {lists.map((list) => (
        <ListRow key={list.list} source={list} />
      ))}
    </>
  );
};

const ListRow = ({ source }: { readonly source: EligibilitySource }) => (
  <Fact term={source.kind === 'allocation_list' ? 'List' : 'Exclusion list'}>
    {source.list === null ? (
      'Version '
    ) : (
      <>
        <b>
          <Name text={source.list} />
        </b>
        , version{' '}
      </>
    )}
    {source.version}, published <Time instant={source.published_at} />
    {source.url !== null && (
      <>
        {' at '}
        <span class="break">{source.url}</span>
      </>
    )}
    <br />
    <span class="muted">
      SHA-256 <code class="break">{source.sha256}</code>
    </span>
  </Fact>
);
