import { type ListKind, type WalletFamily, walletFamilies, type DropDefinition } from '@droptrack/catalogue';
import { base58 } from '@scure/base';
import type { Life } from './life';
import { LIST_DAYS } from './events';
import { hashText, normalOf } from './random';
import { bytesOf, evmAddress } from './token';

/** List of wallets of a fictitious project. */
export interface SampleList {
  readonly dropId: string;
  readonly kind: ListKind;
  readonly decimals: number;
  readonly url: string;
  /** Computed on each call, with the same result. */
  entries(): SampleListEntry[];
}

export interface SampleListEntry {
  /** EVM in lower case, or base58 of 32 bytes. */
  readonly wallet: string;
  /** Base units, an exact decimal string; 0 in an exclusion list. */
  readonly amount: string;
}

/** Lists of a drop that are published on a day of its life; they do not change from their first day on. */
export function listsOf(life: Life, ageDays: number, definition: DropDefinition): SampleList[] {
  const { traits, dropId } = life;
  const firstDay = LIST_DAYS[traits.plan];
  if (traits.listed === null || firstDay === undefined || ageDays < firstDay) return [];
  const families = walletFamilies(definition);
  const list = (kind: ListKind, count: number): SampleList => ({
    dropId,
    kind,
    decimals: traits.decimals,
    url: `https://example.org/sample/${dropId}/${kind}.csv`,
    entries: () =>
      Array.from({ length: count }, (_, place) => ({
        wallet: walletOf(life, kind, place, families),
        amount: kind === 'allocation' ? amountOf(life, place) : '0',
      })),
  });
  const { wallets, excluded } = traits.listed;
  return [list('allocation', wallets), ...(excluded > 0 ? [list('exclusion', excluded)] : [])];
}

/** Wallet at a position; accepted families alternate. */
function walletOf({ seed, dropId }: Life, kind: ListKind, place: number, families: readonly WalletFamily[]): string {
  const bytes = bytesOf(`${seed}/${dropId}/${kind}/wallet ${place}`);
  return families[place % families.length] === 'solana' ? base58.encode(bytes) : evmAddress(bytes);
}

/** Lognormal around 90 tokens, to the hundredth. */
function amountOf({ seed, dropId, traits }: Life, place: number): string {
  const tokens = 90 * Math.exp(1.1 * normalOf(hashText(`${seed}/${dropId}/amount ${place}`)));
  return (BigInt(Math.ceil(tokens * 100)) * 10n ** BigInt(traits.decimals - 2)).toString();
}
