import { type ListKind, type WalletFamily, walletFamilies, type DropDefinition } from '@droptrack/catalogue';
import { InMemoryTree, parseWallet, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { bytesToHex, concatBytes } from '@noble/hashes/utils';
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
  /** Tree that is published with the list; null without one. */
  readonly tree: SampleTree | null;
  /** Computed on each call, with the same result. */
  entries(): SampleListEntry[];
}

/** Tree of a fictitious distributor. The claim index of an entry is its position in the list. */
export interface SampleTree {
  readonly format: 'uniswap';
  /** Root that the fictitious project publishes, 0x and 64 hex digits; computed on each call. */
  root(): string;
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
  const { wallets, excluded, tree } = traits.listed;
  const list = (kind: ListKind, count: number): SampleList => {
    const entries = (): SampleListEntry[] =>
      Array.from({ length: count }, (_, place) => ({
        wallet: walletOf(life, kind, place, families),
        amount: kind === 'allocation' ? amountOf(life, place) : '0',
      }));
    return {
      dropId,
      kind,
      decimals: traits.decimals,
      url: `https://example.org/sample/${dropId}/${kind}.csv`,
      tree: kind === 'allocation' && tree !== null ? { format: tree, root: () => rootOf(tree, entries()) } : null,
      entries,
    };
  };
  return [list('allocation', wallets), ...(excluded > 0 ? [list('exclusion', excluded)] : [])];
}

/** Wallet at a position; accepted families alternate. */
function walletOf({ seed, dropId }: Life, kind: ListKind, place: number, families: readonly WalletFamily[]): string {
  const bytes = bytesOf(`${seed}/${dropId}/${kind}/wallet ${place}`);
  return families[place % families.length] === 'solana' ? base58.encode(bytes) : evmAddress(bytes);
}

/** Root of the tree of a list. */
function rootOf(format: SampleTree['format'], entries: readonly SampleListEntry[]): string {
  const kind = treeKind(format);
  const leaves = entries.map(({ wallet, amount }, place) =>
    kind.leafHash({ wallet: parseWallet(wallet).bytes, amount: BigInt(amount), index: BigInt(place) }, PORTABLE_HASH),
  );
  const sorted = leaves.sort((a, b) => (bytesToHex(a) < bytesToHex(b) ? -1 : 1));
  return `0x${bytesToHex(new InMemoryTree(format, concatBytes(...sorted), PORTABLE_HASH).root)}`;
}

/** Lognormal around 90 tokens, to the hundredth. */
function amountOf({ seed, dropId, traits }: Life, place: number): string {
  const tokens = 90 * Math.exp(1.1 * normalOf(hashText(`${seed}/${dropId}/amount ${place}`)));
  return (BigInt(Math.ceil(tokens * 100)) * 10n ** BigInt(traits.decimals - 2)).toString();
}
