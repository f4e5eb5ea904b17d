import type { ExplainedDropList, ExplainedList, ListGap } from '@droptrack/contracts';
import { histogram, type HistogramBin } from '@droptrack/pictures';
import { formatInteger, formatShare, formatTokens } from '../../parts/format';
import { Unknown } from '../../parts/figure';
import { hostOf } from '../../parts/host';
import { ExternalLink, Picture } from '../../parts/marks';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import { Table } from '../../parts/table';
import { DropLists } from './drop-lists';
import { Root } from './root';

const SIZE = { widthPx: 560, heightPx: 200 } as const;

interface PublishedListProps {
  /** Unnamed list, with its distribution; null without one, and until the figures are derived from it. */
  readonly list: ExplainedList | null;
  /** All active lists. */
  readonly lists: readonly ExplainedDropList[];
  /** Reason for which a wallet in none of the lists gets no definite result; null if they are all, as far as is known. */
  readonly gap: ListGap | null;
  /** Symbol of the token; null while unknown. */
  readonly symbol: string | null;
}

/** The active lists of a drop, and the distribution of the allocations of the unnamed one. */
export const PublishedList = ({ list, lists, gap, symbol }: PublishedListProps) => {
  const unitOf = ({ decimals }: ExplainedList): string => tokenUnit({ decimals, symbol });
  const isTable = lists.some(({ list: name }) => name !== null || list === null);
  return (
    <section aria-labelledby="list">
      <h2 id="list">{lists.length > 1 ? 'Allocation lists' : 'Allocation list'}</h2>
      {lists.length > 0 && gap !== null && (
        <p>
          <strong>Not complete.</strong> {gap.message} A wallet in none of these lists may still have an allocation.
        </p>
      )}
      {isTable && <DropLists lists={lists} isValued={list !== null} symbol={symbol} />}
      {list !== null && !isTable && <List list={list} unit={unitOf(list)} />}
      {list !== null && <Distribution list={list} unit={unitOf(list)} isOfMany={isTable} />}
      {list === null && !isTable && <p>No list is published here.</p>}
    </section>
  );
};

const List = ({ list, unit }: { readonly list: ExplainedList; readonly unit: string }) => (
  <dl class="list-facts">
    <dt>Wallets</dt>
    <dd>{formatInteger(list.wallets)}</dd>
    <dt>Total</dt>
    <dd>
      {formatTokens(list.total, list.decimals)} <bdi>{unit}</bdi>
    </dd>
    <dt>Version</dt>
    <dd>{list.version}</dd>
    <dt>Active since</dt>
    <dd>
      <Time instant={list.published_at} />
    </dd>
    <dt>Merkle root</dt>
    <dd>
      <Root list={list} />
    </dd>
    <dt>SHA-256</dt>
    <dd>
      <code>{list.sha256}</code>
    </dd>
    <dt>Published at</dt>
    <dd>{list.url === null ? <Unknown /> : <ExternalLink url={list.url}>{hostOf(list.url)}</ExternalLink>}</dd>
  </dl>
);

interface DistributionProps {
  readonly list: ExplainedList;
  readonly unit: string;
  /** True if the drop has other lists. */
  readonly isOfMany: boolean;
}

const Distribution = ({ list, unit, isOfMany }: DistributionProps) => {
  const { quantiles, decimals } = list;
  const [first, last] = [quantiles[0], quantiles.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first.amount === last.amount) {
    return (
      <p>
        Each wallet {isOfMany && 'of the unnamed list '}receives {formatTokens(first.amount, decimals)}{' '}
        <bdi>{unit}</bdi>.
      </p>
    );
  }
  const bins = binsOf(list);
  return (
    <>
      <h3>Distribution of the allocations{isOfMany && ' in the unnamed list'}</h3>
      {bins.length > 0 && (
        <Picture
          svg={histogram(bins, {
            ...SIZE,
            unit,
            title: 'Distribution of the allocations. The table below has the numbers.',
          })}
        />
      )}
      <details>
        <summary>The same numbers as a table</summary>
        <Table
          caption={`Quantiles of the allocations in ${unit}`}
          columns={[
            { title: 'Share of wallets', isNumber: false },
            { title: 'At most', isNumber: true },
          ]}
          rows={quantiles.map(({ p, amount }) => [formatShare(p), formatTokens(amount, decimals)])}
        />
      </details>
    </>
  );
};

/**
 * Bins between neighbouring quantiles, with the share of wallets between them. Equal quantiles have no width, so their share
 * joins the next bin, or the last one. Amounts below one base unit do not exist, so the axis can be logarithmic.
 */
export function binsOf({ quantiles, decimals }: Pick<ExplainedList, 'quantiles' | 'decimals'>): HistogramBin[] {
  const scale = 10 ** (decimals ?? 0);
  const [first, last] = [quantiles[0], quantiles.at(-1)];
  // Lists of earlier releases have three quantiles, which say nothing about the ends.
  if (first === undefined || last === undefined || first.p !== 0 || last.p !== 1) return [];
  const bins: { from: number; to: number; share: number }[] = [];
  let from = Math.max(1, Number(first.amount)) / scale;
  let fromP = first.p;
  for (const { p, amount } of quantiles.slice(1)) {
    const to = Math.max(1, Number(amount)) / scale;
    if (!(to > from)) continue;
    bins.push({ from, to, share: p - fromP });
    [from, fromP] = [to, p];
  }
  const end = bins.at(-1);
  if (end !== undefined) end.share += last.p - fromP;
  return bins;
}
