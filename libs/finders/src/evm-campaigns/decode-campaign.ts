import type { ContractLog } from '@droptrack/sources';
import type { Hex } from 'viem';
import { decodeEventLog } from 'viem/utils';
import { textOf } from './abi-words';
import { CAMPAIGN_MEMBERS, isFunction, valueAt } from './campaign-members';
import type { MemberValues } from './campaign-facts';
import type { CampaignEvent } from './chain-factories';

/**
 * Values that a creation event states; null for a log that does not fit its event. Members that only the contract states
 * are missing.
 */
export function decodeCampaign(
  { abi, members }: CampaignEvent,
  { topics, data }: Pick<ContractLog, 'topics' | 'data'>,
): MemberValues | null {
  let args: unknown;
  try {
    ({ args } = decodeEventLog({ abi: [abi], topics: topics as [Hex, ...Hex[]], data: data as Hex }));
  } catch {
    return null;
  }
  const values: Record<string, string | bigint> = {};
  for (const member of CAMPAIGN_MEMBERS) {
    const path = members[member];
    if (path === undefined || isFunction(path)) continue;
    const value = valueAt(args, path);
    // Integers of up to 48 bits are decoded as numbers.
    if (typeof value === 'number') values[member] = BigInt(value);
    else if (typeof value === 'bigint') values[member] = value;
    else if (typeof value === 'string') values[member] = member === 'name' && isWord(value) ? nameOf(value) : value;
  }
  return values;
}

/** A name of type `bytes32` is decoded as its digits. */
const nameOf = (word: string): string => textOf(word) ?? '';
const isWord = (text: string): boolean => /^0x[0-9a-f]{64}$/.test(text);
