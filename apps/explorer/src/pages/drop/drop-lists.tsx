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
  { title: 'Published at', isNumber: false },
];

/** The active lists of a drop that has named ones. */
export const DropLists = ({ lists, symbol }: DropListsProps) => (
  <>
    <p>
      A wallet in any of these lists is eligible, and its allocation is the sum of its entries. Lists can share wallets,
      so their numbers of wallets do not add up. The value per wallet is computed from the unnamed list alone.
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
        list.url === null ? <Unknown key="url" /> : <ExternalLink url={list.url}>{hostOf(list.url)}</ExternalLink>,
      ])}
    />
  </>
);
