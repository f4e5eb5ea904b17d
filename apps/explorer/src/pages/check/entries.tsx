import type { AllocationEntry } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatTokens } from '../../parts/format';
import { Name } from '../../parts/name';
import { Table } from '../../parts/table';
import { tokenUnit } from '../../parts/token-unit';
import { ProofDetails } from './proof-details';
import type { CheckedDrop } from './run-checks';

const COLUMNS = [
  { title: 'List', isNumber: false },
  { title: 'Entry', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'Claimed', isNumber: false },
];
const DISTRIBUTOR = { title: 'Distributor', isNumber: false };

/** The entries of an allocation that has several, each with its claim state and proof, and its distributor if they differ. */
export const Entries = ({ checked: { result } }: { readonly checked: CheckedDrop }) => {
  const { entries, allocation, claim } = result;
  if (entries.length === 0 || allocation === null) return null;
  const hasDistributors = claim.contract === null && entries.some(({ contract }) => contract !== null);
  const tokens = (amount: string): string => formatTokens(amount, allocation.decimals);
  return (
    <>
      <Table
        caption={`Entries of the allocation in ${tokenUnit(allocation)}`}
        columns={hasDistributors ? [...COLUMNS, DISTRIBUTOR] : COLUMNS}
        rows={entries.map((entry, at) => [
          entry.list === null ? 'Unnamed list' : <Name text={entry.list} />,
          at + 1,
          entry.token === undefined ? tokens(entry.amount) : `${entry.amount} base units of ${entry.token}`,
          <Claimed key="claimed" entry={entry} tokens={tokens} />,
          ...(hasDistributors ? [<Distributor key="distributor" {...entry} />] : []),
        ])}
      />
      {entries.map(
        ({ proof, amount, breakdown }, at) =>
          proof !== null && (
            <ProofDetails key={at} result={result} proof={proof} of={{ amount, breakdown }} entry={at + 1} />
          ),
      )}
    </>
  );
};

const Distributor = ({ contract }: Pick<AllocationEntry, 'contract'>) =>
  contract === null ? <Unknown /> : <code class="break">{contract}</code>;

interface ClaimedProps {
  readonly entry: AllocationEntry;
  readonly tokens: (amount: string) => string;
}

const Claimed = ({ entry: { claimed, claimed_amount: amount }, tokens }: ClaimedProps) => {
  if (claimed === null) return <Unknown />;
  if (claimed) return <>Yes</>;
  return <>{amount === null || amount === '0' ? 'No' : `In part: ${tokens(amount)} so far`}</>;
};
