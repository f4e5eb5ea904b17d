import { chainName } from '@droptrack/catalogue';
import type { Drop } from '@droptrack/contracts';
import { formatDate, formatInteger, formatQuantity, formatUsd } from '../../parts/format';
import { plainName } from '../../parts/name';

/** A drop in one or two sentences, as a person would say them aloud: what for whom, the value, and whether it can be claimed. */
export function summaryOf(drop: Drop): string {
  return `${gift(drop)}${value(drop)}. ${claim(drop)}`.trim();
}

const VERBS = { upcoming: 'is going to give', live: 'is giving', tge: 'gave' } as const;

function gift({ name, symbol, chain, status, tokens, wallets }: Drop): string {
  const unit = symbol === null ? 'tokens' : plainName(symbol, 16);
  const amount = tokens === null ? unit : `${formatQuantity(Number(tokens))} ${unit}`;
  const receivers = wallets === null ? '' : ` to ${formatInteger(wallets)} ${wallets === 1 ? 'wallet' : 'wallets'}`;
  return `${plainName(name)} ${VERBS[status] ?? 'gives'} ${amount}${receivers} on ${plainName(chainName(chain), 40)}`;
}

function value({ ev_usd: { p50, basis } }: Drop): string {
  if (p50 === null) return '';
  const usd = formatUsd(p50 < 10 ? p50 : Math.round(p50)).replace(/\.00$/, '');
  switch (basis) {
    case 'realised':
      return `; a typical wallet got ${usd}`;
    case 'estimated':
      return `; a typical wallet got an estimated ${usd}`;
    default:
      return `; a typical wallet can expect about ${usd}`;
  }
}

function claim({ claim: { state, opens_at: opens, closes_at: closes } }: Drop): string {
  switch (state) {
    case 'open':
      return closes === null ? 'Claims are open, with no known end.' : `Claims are open until ${formatDate(closes)}.`;
    case 'not_open':
      return opens === null ? 'Claims are not open yet.' : `Claims open on ${formatDate(opens)}.`;
    case 'expired':
      return closes === null ? 'Claims are closed.' : `Claims closed on ${formatDate(closes)}.`;
    default:
      return '';
  }
}
