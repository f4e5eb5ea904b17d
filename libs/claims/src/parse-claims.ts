import { CLAIM_STYLES } from '@droptrack/catalogue';
import { DISTRIBUTOR_STYLE_NAMES } from '@droptrack/distributors';
import { z } from 'zod';
import type { ListClaim } from './claim-query';
import { CLAIM_ACCOUNT_NAMES } from './solana/claim-accounts';
import { type ClaimViolation, type DeclaredClaim, isOnSolana, parseClaim } from './parse-claim';

/** `claim` of a catalogue file, valid by the schema: the claim of the unnamed list, and those of named lists. */
export interface DeclaredClaims extends Partial<DeclaredClaim> {
  /** By name of the list; a member that is not stated is that of the unnamed list's claim. */
  readonly lists?: Readonly<Record<string, Partial<DeclaredClaim>>>;
}

/** Parsed claims of all lists, or their errors. */
export interface ParsedClaims {
  /** Null without `check`: the other members are then only defaults of the lists. */
  readonly claim: ListClaim | null;
  readonly listClaims: Readonly<Record<string, ListClaim>>;
  readonly faults: readonly ClaimViolation[];
}

const REQUIRED = ['rpc', 'contract'] as const;
const isWhole = (declared: Partial<DeclaredClaim>): declared is DeclaredClaim =>
  REQUIRED.every((member) => declared[member] !== undefined);

const claimShape = z.object({
  rpc: z.string().optional(),
  contract: z.string().optional(),
  chain_id: z.number().optional(),
  from_block: z.number().optional(),
  code_hash: z.string().optional(),
  check: z
    .union([
      z.enum([...DISTRIBUTOR_STYLE_NAMES, 'mapping']),
      z.looseObject({
        mapping: z
          .string()
          .regex(/^[a-zA-Z_$][a-zA-Z0-9_$]*$/)
          .optional(),
        function: z.string().optional(),
        args: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
        result: z.string().optional(),
        style: z.enum(CLAIM_STYLES).optional(),
        since: z.number().optional(),
        account: z.enum(CLAIM_ACCOUNT_NAMES).optional(),
        distributor: z.string().optional(),
      }),
    ])
    .optional(),
});
/** Types only: the schema of catalogue files has the limits. */
const claimsShape = claimShape.extend({ lists: z.record(z.string(), claimShape).optional() });

/**
 * Parses the claims of a catalogue file. Does not check that the chains are configured.
 *
 * @param stated - `claim` of the file. The schema reports values of other types and missing members without `lists`.
 * @param tokenAsset - CAIP-19 of the drop's token; null if unknown.
 */
export function parseClaims(stated: unknown, tokenAsset: string | null): ParsedClaims {
  const shaped = claimsShape.safeParse(stated);
  if (!shaped.success) return { claim: null, listClaims: {}, faults: [] };
  const { lists, ...unnamed } = shaped.data as DeclaredClaims;
  const faults: ClaimViolation[] = [];
  const report = ({ path, message }: ClaimViolation): void => {
    // Lists share the members that they do not state, and their errors.
    const isKnown = faults.some((fault) => fault.message === message && fault.path.join() === path.join());
    if (!isKnown) faults.push({ path, message });
  };
  const read = (declared: Partial<DeclaredClaim>, at: (member: string | number | undefined) => readonly string[]) => {
    if (!isWhole(declared)) {
      const missing = REQUIRED.filter((member) => declared[member] === undefined);
      missing.forEach((member) => report({ path: at(undefined), message: `"${member}" is missing` }));
      return null;
    }
    const { claim, faults: found } = parseClaim(declared, tokenAsset);
    found.forEach(({ path, message }) => report({ path: [...at(path[0]), ...path], message }));
    return claim;
  };
  const isDeclared = lists === undefined ? isWhole(unnamed) : unnamed.check !== undefined;
  const claim = isDeclared ? read(unnamed, () => []) : null;
  const listClaims = Object.entries(lists ?? {}).flatMap(([name, stated]) => {
    const isOwn = (member: string | number | undefined) => member === undefined || Object.hasOwn(stated, member);
    const parsed = read(withDefaults(stated, unnamed), (member) => (isOwn(member) ? ['lists', name] : []));
    return parsed === null ? [] : [[name, parsed] as const];
  });
  return { claim, listClaims: Object.fromEntries(listClaims), faults };
}

/** Members of a list with those of the unnamed list's claim as defaults. */
function withDefaults(stated: Partial<DeclaredClaim>, unnamed: Partial<DeclaredClaim>): Partial<DeclaredClaim> {
  const { chain_id: chainId, code_hash: codeHash, ...others } = unnamed;
  // Another contract has other code, as roots and tokens are a part of it.
  const code = codeHash === undefined || stated.contract !== undefined ? {} : { code_hash: codeHash };
  const claim = { ...others, ...code, ...stated };
  const isNumbered = chainId !== undefined && claim.chain_id === undefined && !isOnSolana(claim);
  return isNumbered ? { ...claim, chain_id: chainId } : claim;
}
