import type { WalletHistoryClaim } from '@droptrack/contracts';
import { formatTokenAmount } from '@droptrack/eligibility';

/**
 * Format of a file of claims: `generic` has all members, `rotki` is its import of generic events, and `koinly` its simple template
 * (https://support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data).
 */
export type HistoryCsvFormat = 'generic' | 'rotki' | 'koinly';

type Row = readonly (string | number | null)[];
type Preset = { readonly columns: readonly string[]; readonly row: (claim: WalletHistoryClaim) => Row };

const PRESETS: Readonly<Record<HistoryCsvFormat, Preset>> = {
  generic: {
    columns: ['at', 'drop', 'list', 'amount', 'symbol', 'base_units', 'token', 'value_usd', 'price_at', 'transaction', 'block', 'contract', 'recipient'], // prettier-ignore
    row: (claim) => [
      ...[claim.at, claim.drop, claim.list, tokensOf(claim), claim.symbol, claim.amount, claim.token, claim.value_usd],
      ...[claim.price_at, claim.transaction, claim.block, claim.contract, claim.recipient],
    ],
  },
  rotki: {
    columns: ['Type', 'Location', 'Currency', 'Amount', 'Fee', 'Fee Currency', 'Description', 'Timestamp'],
    row: (claim) => {
      const { amount, symbol, at } = requireKnown(claim, 'rotki');
      return ['Income', 'blockchain', symbol, amount, null, null, describe(claim), Date.parse(at)];
    },
  },
  koinly: {
    columns: ['Koinly Date', 'Amount', 'Currency', 'Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'], // prettier-ignore
    row: (claim) => {
      const { amount, symbol, at } = requireKnown(claim, 'koinly');
      const date = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
      const worth = claim.value_usd === null ? [null, null] : [claim.value_usd, 'USD'];
      return [date, amount, symbol, ...worth, 'airdrop', describe(claim), claim.transaction];
    },
  },
};

/**
 * Claims of a wallet as a CSV file (RFC 4180), in the order of the claims. It states what was received, not how it is taxed.
 *
 * @param claims - of `client.wallets.history`.
 * @throws {TypeError} in the formats `rotki` and `koinly`, for a claim without known time, or symbol or decimals of its token.
 * @example
 * import { historyCsv } from '@droptrack/sdk';
 * const { data } = await client.wallets.history({ wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' });
 * console.log(historyCsv(data, 'koinly'));
 */
export function historyCsv(claims: readonly WalletHistoryClaim[], format: HistoryCsvFormat = 'generic'): string {
  const { columns, row } = PRESETS[format];
  return [columns, ...claims.map(row)].map((cells) => `${cells.map(cellOf).join()}\r\n`).join('');
}

const describe = ({ drop, list }: WalletHistoryClaim): string => `Claim of ${drop}${list === null ? '' : `, ${list}`}`;

/** Tokens as a decimal number; null while their decimals are unknown. */
const tokensOf = ({ amount, decimals }: WalletHistoryClaim): string | null =>
  decimals === null ? null : formatTokenAmount(BigInt(amount), decimals);

function requireKnown(claim: WalletHistoryClaim, format: HistoryCsvFormat) {
  const { at, symbol, drop } = claim;
  const amount = tokensOf(claim);
  if (at === null) throw new TypeError(`The time of a claim of ${drop} is unknown, and "${format}" needs it`);
  if (amount !== null && symbol !== null) return { amount, symbol, at };
  throw new TypeError(`Symbol or decimals of the token of ${drop} are unknown, and "${format}" needs them`);
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
function cellOf(value: string | number | null): string {
  const text = value === null ? '' : typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
