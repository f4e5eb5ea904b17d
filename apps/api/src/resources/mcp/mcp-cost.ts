import { includesPlan } from '../../platform/auth/plan.guard';
import { peekJson } from '../../platform/input/json-body';
import type { CountTokens } from '../../platform/rate-limit/costs-tokens.decorator';
import { tokensPerWallet } from '../wallets/wallet-drops.dto';

/** Tokens of a message: those of `POST /v1/wallets/drops` for a wallet and all drops, else one. */
export const countMcpTokens: CountTokens = (body, { plan, view }) => {
  const message = (peekJson(body) ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (message.method !== 'tools/call' || !includesPlan(plan, 'pro')) return 1;
  const call = (message.params ?? {}) as { readonly name?: unknown; readonly arguments?: unknown };
  if (call.name !== 'check_wallet') return 1;
  const { wallet, drop } = (call.arguments ?? {}) as { readonly wallet?: unknown; readonly drop?: unknown };
  return typeof wallet === 'string' && drop === undefined ? tokensPerWallet(view) : 1;
};
