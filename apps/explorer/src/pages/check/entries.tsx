import type { AllocationEntry } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatTokens } from '../../parts/format';
import { Name } from '../../parts/name';
import { Table } from '../../parts/table';
import { tokenUnit } from '../../parts/token-unit';
import { ProofDetails } from './proof-details';
import type { CheckedDrop } from './run-checks';

const COLUMNS = [
  { title: 'Entry', isNumber: true },
  { title: 'List', isNumber: false },
  { title: 'Amount', isNumber: true },
  { title: 'Claimed', isNumber: false },
];

/** The entries of an allocation that has several, each with its claim state and proof. */
export const Entries = ({ checked: { result } }: { readonly checked: CheckedDrop }) => {
  const { entries, allocation } = result;
  if (entries.length === 0 || allocation === null) return null;
  const tokens = (amount: string): string => formatTokens(amount, allocation.decimals);
  return (
    <>
      <Table
        caption={`Entries of the allocation in ${tokenUnit(allocation)}`}
        columns={COLUMNS}
        rows={entries.map((entry, at) => [
          at + 1,
          entry.list === null ? 'Unnamed list' : <Name text={entry.list} />,
          tokens(entry.amount),
          <Claimed key="claimed" entry={entry} tokens={tokens} />,
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

interface ClaimedProps {
  readonly entry: AllocationEntry;
  readonly tokens: (amount: string) => string;
}

const Claimed = ({ entry: { claimed, claimed_amount: amount }, tokens }: ClaimedProps) => {
  if (claimed === null) return <Unknown />;
  if (claimed) return <>Yes</>;
  return <>{amount === null || amount === '0' ? 'No' : `In part: ${tokens(amount)} so far`}</>;
};
