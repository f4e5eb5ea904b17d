import type { ExplainedFact } from '@droptrack/contracts';
import { Fold } from '../../parts/folded';
import { formatInteger } from '../../parts/format';
import { Name } from '../../parts/name';
import { Time } from '../../parts/time';
import { Source } from './source';
import { Table } from '../../parts/table';

const LABELS: Readonly<Record<string, string>> = {
  chain: 'Chain',
  'token.symbol': 'Token symbol',
  'token.decimals': 'Token decimals',
  'token.address': 'Token address',
  'snapshot.block': 'Snapshot block',
  'snapshot.date': 'Snapshot date',
  'distribution.tokens': 'Tokens distributed',
  'distribution.wallets': 'Wallets',
  'distribution.total_supply': 'Total supply',
  'distribution.claimed': 'Tokens that reached wallets',
  'distribution.method': 'Method of distribution',
  'distribution.checker.url': 'Checker of the project',
  'distribution.checker.kind': 'Kind of the checker',
  'distribution.checker.list': 'List behind the checker',
  'value.price_usd': 'Token price (USD)',
  'value.tokens_per_wallet.min': 'Least tokens per wallet',
  'value.tokens_per_wallet.p10': '10th percentile of the tokens per wallet',
  'value.tokens_per_wallet.p50': 'Median tokens per wallet',
  'value.tokens_per_wallet.p90': '90th percentile of the tokens per wallet',
  'value.tokens_per_wallet.max': 'Most tokens per wallet',
  'outcome.opening_usd': 'Price at the opening (USD)',
  'outcome.day_1_usd': 'Price after 1 day (USD)',
  'outcome.day_7_usd': 'Price after 7 days (USD)',
  'outcome.day_30_usd': 'Price after 30 days (USD)',
  'outcome.day_90_usd': 'Price after 90 days (USD)',
  'outcome.high_usd': 'Highest price since (USD)',
  'outcome.claimed_share': 'Share claimed',
};

/** Name of a fact by its path. */
const factLabel = (path: string): string => LABELS[path] ?? path;

/** Name of a fact within a sentence. */
export const factName = (path: string): string => factLabel(path).replace(/^[A-Z]/, (letter) => letter.toLowerCase());

/** Facts about a drop with their sources. */
export const Facts = ({ facts }: { readonly facts: readonly ExplainedFact[] }) => (
  <section aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    {facts.length === 0 ? (
      <p>No fact is recorded.</p>
    ) : (
      <Fold summary={facts.length === 1 ? '1 fact and its source' : `${facts.length} facts and their sources`}>
        <Table
          caption="Facts and their sources"
          columns={[
            { title: 'Fact', isNumber: false },
            { title: 'Value', isNumber: false },
            { title: 'Source', isNumber: false },
          ]}
          rows={facts.map((fact) => [
            factLabel(fact.path),
            <Value key="value" {...fact} />,
            <Source key="source" source={fact.source} />,
          ])}
        />
      </Fold>
    )}
  </section>
);

const DECIMAL = /^(\d{1,78})(\.\d{1,78})?$/;

const Value = ({ path, value }: ExplainedFact) => {
  if (path === 'snapshot.date') return <Time instant={String(value)} />;
  if (path === 'token.address') return <code>{<Name text={String(value)} />}</code>;
  if (Number.isInteger(value)) return <>{formatInteger(Number(value))}</>;
  const [, whole, fraction = ''] = DECIMAL.exec(String(value)) ?? [];
  // Digits stay exact: the API returns large numbers as text.
  return whole === undefined ? (
    <Name text={String(value)} />
  ) : (
    <>{`${BigInt(whole).toLocaleString('en-US')}${fraction}`}</>
  );
};
