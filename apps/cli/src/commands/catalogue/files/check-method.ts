import { isKeyedByLeaf, parseClaims } from '@droptrack/claims';
import { assetOf } from './asset-of';
import type { Finding } from './fault';
import { isRecord } from './raw-drop';

/** Methods whose tokens are credited, so that no contract pays them out. */
const WITHOUT_CLAIM = ['registration_then_credit', 'direct_credit', 'genesis', 'mintless', 'exchange_program'];
/** Methods with amounts of no list, so that no claim has an index or a leaf. */
const WITHOUT_TREE = ['onchain_allocation', 'balance_derived', 'signed_claim', 'soulbound_nft'];

/** Errors of a method of distribution that contradicts the claim of the file. */
export function checkMethod(data: Readonly<Record<string, unknown>>): Finding[] {
  const { claim, distribution, token } = data;
  const fact = isRecord(distribution) ? distribution['method'] : null;
  const method = isRecord(fact) ? fact['value'] : fact;
  if (!isRecord(claim) || typeof method !== 'string') return [];
  const message = contradictionOf(method, claim, token);
  if (message === null) return [];
  return [{ path: ['distribution', 'method', ...(isRecord(fact) ? ['value'] : [])], on: 'value', message }];
}

function contradictionOf(method: string, stated: unknown, token: unknown): string | null {
  if (WITHOUT_CLAIM.includes(method)) {
    return `contradicts claim: tokens of the method ${method} are credited, and no contract pays them out`;
  }
  if (!WITHOUT_TREE.includes(method)) return null;
  const { claim, listClaims } = parseClaims(stated, assetOf(token));
  const ofTree = [...(claim === null ? [] : [claim]), ...Object.values(listClaims)].some(isOfTree);
  return ofTree ? 'contradicts claim, which reads a leaf of a tree: must be merkle or cumulative_merkle' : null;
}

/** True for a claim that is found by an index or a leaf, and for an account that a Solana program keeps per leaf. */
function isOfTree(claim: Parameters<typeof isKeyedByLeaf>[0] & { readonly contract: string }): boolean {
  const hasIndex = claim.args === undefined ? /\bindex\b/.test(claim.check ?? '') : claim.args.includes('index');
  return hasIndex || isKeyedByLeaf(claim) || (claim.check !== undefined && claim.contract.startsWith('solana:'));
}
