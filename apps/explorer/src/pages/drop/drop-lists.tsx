import type { ExplainedDropList } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatInteger, formatTokens } from '../../parts/format';
import { hostOf } from '../../parts/host';
import { ExternalLink } from '../../parts/marks';
import { Name } from '../../parts/name';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import { Root } from './root';

interface DropListsProps {
  readonly lists: readonly ExplainedDropList[];
  /** True if the value per wallet is computed from the unnamed list. */
  readonly isValued: boolean;
  /** Symbol of the token; null while unknown. */
  readonly symbol: string | null;
}

const COLUMNS = [
  { title: 'List', isNumber: false },
  { title: 'Wallets', isNumber: true },
  { title: 'Total', isNumber: true },
  { title: 'Version', isNumber: true },
  { title: 'Active since', isNumber: false },
  { title: 'Merkle root', isNumber: false },
  { title: 'File', isNumber: false },
];

/** The active lists of a drop that has named ones. */
export const DropLists = ({ lists, isValued, symbol }: DropListsProps) => (
  <>
    <p>
      {lists.length > 1 &&
        'A wallet in any of these lists is eligible, and its allocation is the sum of its entries. Lists can share wallets, so their numbers of wallets do not add up. '}
      {valueSentence(lists, isValued)}
    </p>
    <Table
      caption="Active allocation lists"
      columns={COLUMNS}
      rows={lists.map((list) => [
        list.list === null ? 'Unnamed list' : <Name text={list.list} />,
        formatInteger(list.wallets),
        <>
          {formatTokens(list.total, list.decimals)} <bdi>{tokenUnit({ decimals: list.decimals, symbol })}</bdi>
        </>,
        list.version,
        <Time key="since" instant={list.published_at} />,
        <Root key="root" list={list} />,
        <File key="file" list={list} />,
      ])}
    />
  </>
);

function valueSentence(lists: readonly ExplainedDropList[], isValued: boolean): string {
  if (isValued) return 'The value per wallet is computed from the unnamed list alone.';
  const hasUnnamed = lists.some(({ list }) => list === null);
  return hasUnnamed
    ? 'The value per wallet is not computed from the unnamed list yet.'
    : 'The value per wallet is not computed from lists with a name.';
}

const File = ({ list: { url, sha256 } }: { readonly list: ExplainedDropList }) => (
  <>
    {url === null ? <Unknown /> : <ExternalLink url={url}>{hostOf(url)}</ExternalLink>}
    <br />
    <span class="muted">
      SHA-256 <code class="break">{sha256}</code>
    </span>
  </>
);
