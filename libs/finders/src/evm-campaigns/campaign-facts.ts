import { type CampaignClaimType, cleanName } from '@droptrack/discovery';
import { getAddress } from 'viem/utils';
import type { CampaignMember } from './campaign-members';
import { isCid } from '../lists/cid';

/** Values of a campaign as the chain has them: addresses and roots in hexadecimal digits, texts, numbers. */
export type MemberValues = Readonly<Partial<Record<CampaignMember, string | bigint>>>;

/** Bounded facts of a campaign. */
export interface CampaignFacts {
  /** EIP-55. */
  readonly contract: string;
  readonly token: string;
  /** 0x and 64 lower-case digits. */
  readonly merkleRoot: string;
  readonly name: string | null;
  readonly ipfsCid: string | null;
  /** RFC 3339 UTC with milliseconds; both null for a window that ends before it starts. `endsAt` is null without an end. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  /** Base units, exact decimal string. */
  readonly totalAmount: string | null;
  readonly recipients: number | null;
  /** Null if the campaign states none. */
  readonly claimType: CampaignClaimType | null;
}

/** Maximum length of a text that is searched for a content id, in characters: any deployer wrote it. */
const TEXT_LENGTH_MAX = 200;
/** More wallets than any chain has; a larger number is no count. */
const RECIPIENTS_MAX = 1_000_000_000n;
/** Values of Sablier's enumeration (https://docs.sablier.com/reference/airdrops/contracts/types/enum.ClaimType). */
const CLAIM_TYPES: ReadonlyMap<bigint, CampaignClaimType> = new Map([
  [0n, 'default'],
  [1n, 'attest'],
  [2n, 'execute'],
]);
/** End of the year 9999, up to which RFC 3339 has dates. */
const SECONDS_MAX = 253_402_300_799n;

/**
 * Facts of the values, each within its bounds or null.
 *
 * @param createdAtMs - creation of the contract, before which no claim is possible.
 * @returns null for values that are no campaign: without a contract, a token or a root, or with zeros in their place.
 */
export function campaignFacts(values: MemberValues, createdAtMs: number): CampaignFacts | null {
  const { contract, token, merkleRoot, name, ipfsCid: cid, totalAmount, recipients, claimType } = values;
  if (!isSet(contract) || !isSet(token) || !isSet(merkleRoot)) return null;
  return {
    contract: getAddress(contract),
    token: getAddress(token),
    merkleRoot: merkleRoot.toLowerCase(),
    name: typeof name === 'string' ? cleanName(name) : null,
    ipfsCid: typeof cid === 'string' ? cidOf(cid) : null,
    ...claimWindow(values, createdAtMs),
    totalAmount: typeof totalAmount === 'bigint' ? String(totalAmount) : null,
    recipients: typeof recipients === 'bigint' && recipients <= RECIPIENTS_MAX ? Number(recipients) : null,
    claimType: typeof claimType === 'bigint' ? (CLAIM_TYPES.get(claimType) ?? 'other') : null,
  };
}

/** Content id of a text, which may be an `ipfs:` URL; null for any other text. */
function cidOf(text: string): string | null {
  const cid = text
    .slice(0, TEXT_LENGTH_MAX)
    .trim()
    .replace(/^ipfs:\/\//, '');
  return isCid(cid) ? cid : null;
}

const isSet = (value: string | bigint | undefined): value is string =>
  typeof value === 'string' && /^0x0*[1-9a-f]/i.test(value);

/** Claims begin with the contract at the earliest. An end of 0, or after the year 9999, is none. */
function claimWindow(
  { startsAt, endsAt }: MemberValues,
  createdAtMs: number,
): Pick<CampaignFacts, 'startsAt' | 'endsAt'> {
  const startMs = typeof startsAt === 'bigint' ? msOf(startsAt) : createdAtMs;
  const endMs = typeof endsAt === 'bigint' && endsAt !== 0n ? msOf(endsAt) : null;
  if (startMs === null) return { startsAt: null, endsAt: null };
  const fromMs = Math.max(startMs, createdAtMs);
  if (endMs !== null && endMs <= fromMs) return { startsAt: null, endsAt: null };
  return { startsAt: new Date(fromMs).toISOString(), endsAt: endMs === null ? null : new Date(endMs).toISOString() };
}

const msOf = (seconds: bigint): number | null => (seconds > SECONDS_MAX ? null : Number(seconds) * 1_000);
