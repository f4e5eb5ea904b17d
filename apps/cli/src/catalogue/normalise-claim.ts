import type { ClaimDefinition, Provenance } from '@droptrack/catalogue';
import { readClaim } from '@droptrack/connectors';
import { resolveSource } from './provenance';
import type { RawClaim } from './raw-drop';

/**
 * How the chain is asked who has claimed; the contract as CAIP-10, the check as a signature.
 *
 * @param tokenAsset - CAIP-19 of the drop's token; null where it is not known.
 */
export function normaliseClaim(
  raw: RawClaim,
  tokenAsset: string | null,
  fileSource: Provenance | null,
): ClaimDefinition | null {
  const { claim } = readClaim(raw, tokenAsset);
  return claim && { ...claim, source: resolveSource(raw, fileSource) };
}
