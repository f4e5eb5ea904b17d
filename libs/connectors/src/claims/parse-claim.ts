import type { ClaimDefinition } from '@droptrack/catalogue';
import { getAddress } from 'viem/utils';
import { parseContract } from '../evm/query';
import { SourceQueryError } from '../port';
import { parseClaimCall } from './claim-call';

/** `claim` of a catalogue file, valid by the schema. */
export interface DeclaredClaim {
  readonly rpc: string;
  readonly contract: string;
  /** EIP-155 chain id; by default that of the token's CAIP-19 id. */
  readonly chain_id?: number;
  readonly check: 'uniswap' | 'ens' | 'mapping' | { readonly mapping: string } | { readonly function: string };
}

/** Error of a claim in a catalogue file. */
export interface ClaimViolation {
  readonly member: 'contract' | 'check' | null;
  /** Such as `must be an address`. */
  readonly message: string;
}

/** Parsed claim, or its errors. */
export type ParsedClaim =
  | { readonly claim: Omit<ClaimDefinition, 'source'>; readonly faults: readonly [] }
  | { readonly claim: null; readonly faults: readonly ClaimViolation[] };

/** Also the function of ENS's contract, whose index is not in the list but follows from the proof. */
const BY_INDEX = 'isClaimed(uint256 index) returns (bool)';
const mappingNamed = (name: string): string => `${name}(address) returns (bool)`;

/**
 * Parses the claim of a catalogue file. Does not check that the chain is configured.
 *
 * @param tokenAsset - CAIP-19 of the drop's token; null if unknown.
 */
export function parseClaim({ rpc, contract, chain_id, check }: DeclaredClaim, tokenAsset: string | null): ParsedClaim {
  const faults: ClaimViolation[] = [];
  const attempt = <T>(member: 'contract' | 'check', read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SourceQueryError)) throw error;
      faults.push({ member, message: error.message });
      return null;
    }
  };
  const address = attempt('contract', () => getAddress(parseContract(contract)));
  const signature = attempt('check', () => readCheck(check));
  const chainId = chain_id ?? chainIdOf(tokenAsset);
  if (chainId === null) {
    faults.push({ member: null, message: '"chain_id" is missing, and cannot be derived from the token\'s address' });
  }
  if (address === null || signature === null || chainId === null) return { claim: null, faults };
  return { claim: { rpc, contract: `eip155:${chainId}:${address}`, check: signature }, faults: [] };
}

function readCheck(check: DeclaredClaim['check']): string {
  if (check === 'uniswap' || check === 'ens') return BY_INDEX;
  if (check === 'mapping') return mappingNamed('claimed');
  const signature = 'mapping' in check ? mappingNamed(check.mapping) : check.function.trim();
  parseClaimCall(signature);
  return signature;
}

/** `eip155:59144/erc20:0x…` is on chain 59144. */
function chainIdOf(asset: string | null): number | null {
  const [, id] = /^eip155:([1-9]\d{0,15})\//.exec(asset ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
