import {
  CLAIM_STATUSES,
  ELIGIBILITY_REASONS,
  ELIGIBILITY_STATUSES,
  type EligibilityResult,
  type OfficialDomain,
  isExcluded,
} from '@droptrack/contracts';
import { formatTokenAmount } from '@droptrack/eligibility';
import { z } from 'zod';
import { known, minute, phrases, usd } from './figures';
import { foreignText, ownLink, quoted, REASON_LENGTH_MAX } from './foreign-text';

/** Decimals of an amount in tokens that are kept. */
const AMOUNT_DECIMALS = 6;
const BASE_UNITS = 'base units';

/** Result of a wallet for one drop, without the wallet, which the agent has. */
export const resultFacts = z.strictObject({
  drop: z.string(),
  status: z.enum([...ELIGIBILITY_STATUSES, 'excluded']),
  /** Tokens, cut to six decimals; base units while the decimals are unknown. */
  amount: z.string().optional(),
  unit: z.string().optional(),
  value_usd: z.number().optional(),
  claim: z.enum(CLAIM_STATUSES).optional(),
  claimed: z.boolean().optional(),
  opens_at: z.iso.datetime().optional(),
  closes_at: z.iso.datetime().optional(),
  /** CAIP-10 id of the contract that pays out. */
  distributor: z.string().optional(),
  /** Claim page on an official domain of the drop. Only with a distributor. */
  claim_page: z.string().optional(),
  /** Page on an official domain of the drop that says whether the wallet is eligible, for a wallet that no list decides. */
  checker_page: z.string().optional(),
  reason: z.string(),
  /** Codes of all reasons: the deciding one first, such as `list_not_loaded`, then those of the claim. */
  reason_codes: z.array(z.enum(ELIGIBILITY_REASONS)),
});
type ResultFacts = z.infer<typeof resultFacts>;

/** @param domains - official domains of the drop, on which its pages must be; without any, no page is passed on. */
export function resultFactsOf(result: EligibilityResult, domains: readonly OfficialDomain[]): ResultFacts {
  const { allocation, claim, reasons } = result;
  const isPaid = allocation !== null;
  return {
    drop: result.drop,
    status: isExcluded(result) ? 'excluded' : result.status,
    ...(isPaid && amountOf(allocation)),
    ...((isPaid || claim.status !== 'unknown') &&
      known({ claim: claim.status, opens_at: claim.opens_at, closes_at: claim.closes_at })),
    ...(isPaid &&
      known({
        value_usd: allocation.value_usd,
        claimed: claim.claimed,
        distributor: claim.contract,
        claim_page: claim.contract === null ? null : ownLink(claim.url, domains),
      })),
    ...known({ checker_page: ownLink(result.checker?.url ?? null, domains) }),
    reason: foreignText(reasons[0]?.message ?? '', REASON_LENGTH_MAX) ?? result.status,
    reason_codes: reasons.map(({ code }) => code),
  };
}

function amountOf({ amount, decimals, symbol }: NonNullable<EligibilityResult['allocation']>): Partial<ResultFacts> {
  if (decimals === null) return { amount, unit: BASE_UNITS };
  const [whole = '0', fraction = ''] = formatTokenAmount(BigInt(amount), decimals).split('.');
  const kept = fraction.slice(0, AMOUNT_DECIMALS);
  return {
    amount: kept === '' ? whole : `${whole}.${kept}`,
    ...known({ unit: symbol === null ? null : foreignText(symbol) }),
  };
}

/** Unit as this service names it; the symbol of a token was written by others. */
function unitOf({ unit }: ResultFacts): string {
  if (unit === undefined) return 'tokens';
  return unit === BASE_UNITS ? unit : quoted(unit);
}

/** Result on one line. A claim page is never named without the contract that pays out. */
export function resultLine(facts: ResultFacts): string {
  const { drop, status, amount, value_usd: value, claim, claimed, opens_at: opens, closes_at: closes } = facts;
  return phrases(
    `${drop}: ${status}`,
    amount !== undefined && `${amount} ${unitOf(facts)}${value === undefined ? ', price unknown' : ` (${usd(value)})`}`,
    claim !== undefined && `claim ${claim.replace('_', ' ')}${claimed === false ? ', not claimed' : ''}`,
    opens !== undefined && claim === 'not_open' && `opens ${minute(opens)}`,
    closes !== undefined && `${claim === 'expired' ? 'closed' : 'closes'} ${minute(closes)}`,
    facts.distributor !== undefined && `distributor ${facts.distributor}`,
    facts.claim_page !== undefined && `claim page ${facts.claim_page}`,
    facts.checker_page !== undefined && `the project answers at ${facts.checker_page}`,
    quoted(facts.reason, REASON_LENGTH_MAX),
  );
}
