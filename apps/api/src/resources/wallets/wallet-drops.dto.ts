import type { CatalogueView } from '@droptrack/catalogue';
import {
  DROP_STATUSES,
  type DropStatus,
  LISTS_PER_TOKEN,
  WALLET_DROPS_INCLUDES,
  type WalletDropsInclude,
  type WalletDropsQuery,
  WALLETS_MAX,
} from '@droptrack/contracts';
import { CheckedMember, MayBeAbsent, type MemberCheck } from '../../platform/input/checked-member.decorator';
import { peekJson } from '../../platform/input/json-body';
import type { CountTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { checkList, fault, isOneOf } from '../list-member';
import { countActiveLists } from './active-lists';

/** Checks only the number: each wallet is validated on its own, so that an invalid one does not affect others. */
const checkWallets: MemberCheck = (value) => {
  if (!Array.isArray(value)) return [fault('', 'type', 'must be an array')];
  const isValid = value.length > 0 && value.length <= WALLETS_MAX.scale;
  return isValid ? [] : [fault('', 'range', `must contain 1 to ${WALLETS_MAX.scale} wallets`)];
};

/** Body of POST /v1/wallets/drops. */
export class WalletDropsDto implements Partial<Record<keyof WalletDropsQuery, unknown>> {
  @CheckedMember(checkWallets)
  readonly wallets!: readonly unknown[];

  @MayBeAbsent()
  @CheckedMember((value) => checkList(value, DROP_STATUSES.length, isOneOf(DROP_STATUSES)))
  readonly status?: readonly DropStatus[];

  @MayBeAbsent()
  @CheckedMember((value) => checkList(value, WALLET_DROPS_INCLUDES.length, isOneOf(WALLET_DROPS_INCLUDES)))
  readonly include?: readonly WalletDropsInclude[];
}

/** Tokens of a wallet: the active lists of the view by {@link LISTS_PER_TOKEN}, rounded up, and at least one. */
export const tokensPerWallet = (view: CatalogueView | null): number =>
  Math.max(1, Math.ceil((view === null ? 0 : countActiveLists(view)) / LISTS_PER_TOKEN));

/** Tokens of a request: those of its wallets. One for a request that is rejected as a whole. */
export const countWalletTokens: CountTokens = (body, { plan, view }) => {
  const { wallets } = (peekJson(body) ?? {}) as { readonly wallets?: unknown };
  const walletsMax = plan === 'scale' ? WALLETS_MAX.scale : WALLETS_MAX.pro;
  if (!Array.isArray(wallets) || wallets.length === 0 || wallets.length > walletsMax) return 1;
  return wallets.length * tokensPerWallet(view);
};
