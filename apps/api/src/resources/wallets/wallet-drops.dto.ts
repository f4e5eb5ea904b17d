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
import { arrayOf, flag, listOf, oneOf } from '../../platform/input/body-rules';
import { CheckedMember, OptionalMember } from '../../platform/input/checked-member.decorator';
import { peekJson } from '../../platform/input/json-body';
import type { CountTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { countActiveLists } from './active-lists';

const statuses = listOf(DROP_STATUSES.length, oneOf(DROP_STATUSES));
const includes = listOf(WALLET_DROPS_INCLUDES.length, oneOf(WALLET_DROPS_INCLUDES));

/** Body of POST /v1/wallets/drops. Each wallet is validated on its own, so that an invalid one does not affect others. */
export class WalletDropsQueryDto implements Partial<Record<keyof WalletDropsQuery, unknown>> {
  @CheckedMember(arrayOf(WALLETS_MAX.scale, 'wallets')) readonly wallets!: readonly unknown[];
  @OptionalMember(statuses) readonly status?: readonly DropStatus[];
  @OptionalMember(flag) readonly sample?: boolean;
  @OptionalMember(includes) readonly include?: readonly WalletDropsInclude[];
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
