import { publicKeyBytes } from '@droptrack/claim-calls/solana';
import type { ClaimDefinition, ClaimStyle } from '@droptrack/catalogue';
import { type ClaimedCall, distributorStyle, type DistributorStyleName } from '@droptrack/distributors';
import { getAddress } from 'viem/utils';
import { parseContract, SourceQueryError } from '@droptrack/sources';
import { parseClaimCall } from './claim-call';
import { ClaimFault } from './claim-fault';
import type { ClaimAccountName } from './solana/claim-accounts';

/**
 * Call of a claim in the long form: a mapping, a function with its terms, or the accounts of a Solana program. Which members
 * belong together is checked here, not by the schema.
 */
export interface DeclaredCall {
  readonly mapping?: string;
  readonly function?: string;
  readonly args?: readonly (string | number | boolean)[];
  readonly result?: string;
  readonly style?: ClaimStyle;
  readonly since?: number;
  readonly account?: ClaimAccountName;
  readonly distributor?: string;
}

/** Claim of one list in a catalogue file, valid by the schema. */
export interface DeclaredClaim {
  readonly rpc: string;
  readonly contract: string;
  /** EIP-155 chain id; by default that of the token's CAIP-19 id. */
  readonly chain_id?: number;
  /** First block that may have a claim; by default that of the contract. */
  readonly from_block?: number;
  /** Hash of the code of an EVM contract. */
  readonly code_hash?: string;
  /** Style of the distributor, `mapping` for `claimed(address)`, or the call; absent for a contract without a known call. */
  readonly check?: DistributorStyleName | 'mapping' | DeclaredCall;
}

/** True for a claim on Solana, which has no chain id. Without a call, the form of the contract decides. */
export const isOnSolana = ({ check, contract = '' }: Partial<DeclaredClaim>): boolean =>
  check === undefined ? publicKeyBytes(contract) !== null : typeof check === 'object' && check.account !== undefined;

/** Error of a claim in a catalogue file. */
export interface ClaimViolation {
  /** Keys and indexes below the claim, such as `['check', 'args', 1]`; empty for the claim as a whole. */
  readonly path: readonly (string | number)[];
  /** Such as `must be an address`. */
  readonly message: string;
}

/** Parsed claim, or its errors. */
export type ParsedClaim =
  | { readonly claim: Omit<ClaimDefinition, 'source'>; readonly faults: readonly [] }
  | { readonly claim: null; readonly faults: readonly ClaimViolation[] };

/** Members of a definition that name the call. */
type Check = Pick<
  ClaimDefinition,
  'check' | 'args' | 'result' | 'style' | 'since' | 'distributor' | 'distributorStyle' | 'fromBlock'
>;

/** CAIP-2 of Solana's main network: the first 32 characters of the hash of its first block. */
export const SOLANA_CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const mappingNamed = (name: string): string => `${name}(address) returns (bool)`;

/**
 * Parses the claim of one list in a catalogue file. Does not check that the chain is configured.
 *
 * @param tokenAsset - CAIP-19 of the drop's token; null if unknown.
 */
export function parseClaim(declared: DeclaredClaim, tokenAsset: string | null): ParsedClaim {
  const faults: ClaimViolation[] = [];
  const attempt = <T>(path: string, read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SourceQueryError)) throw error;
      faults.push({ path: error instanceof ClaimFault ? error.path : [path], message: error.message });
      return null;
    }
  };
  const { rpc, contract, from_block: fromBlock, code_hash: codeHash } = declared;
  const isSolana = isOnSolana(declared);
  const account = attempt('contract', () => (isSolana ? readProgram(contract) : getAddress(parseContract(contract))));
  const call = attempt('check', () => readCheck(declared, tokenAsset));
  const chain = attempt('chain_id', () => (isSolana ? solanaChain(declared) : evmChain(declared, tokenAsset)));
  if (isSolana && codeHash !== undefined) {
    faults.push({ path: ['code_hash'], message: 'must be left out: only contracts of EVM chains have one' });
  }
  if (account === null || call === null || chain === null || faults.length > 0) return { claim: null, faults };
  const terms = { ...(fromBlock !== undefined && { fromBlock }), ...(codeHash !== undefined && { codeHash }) };
  return { claim: { rpc, contract: `${chain}:${account}`, ...terms, ...call }, faults: [] };
}

function readCheck({ check, chain_id: chainId }: DeclaredClaim, tokenAsset: string | null): Check {
  if (check === undefined) return {};
  if (typeof check === 'string' && check !== 'mapping') return styleCheck(check, tokenAsset, chainId);
  if (check === 'mapping') return { check: mappingNamed('claimed') };
  const [kind, ...others] = KINDS.filter((member) => check[member] !== undefined);
  if (kind === undefined || others.length > 0) {
    throw new ClaimFault(`must have one of ${KINDS.join(', ')}`, ['check']);
  }
  const allowed: readonly string[] = [kind, ...TERMS[kind]];
  const foreign = Object.keys(check).find((member) => !allowed.includes(member));
  if (foreign !== undefined) throw new ClaimFault(`is not for "${kind}"`, ['check', foreign]);
  if (check.account !== undefined) return readAccount(check.account, check.distributor);
  return kind === 'mapping' ? readFunction({ function: mappingNamed(check.mapping ?? '') }) : readFunction(check);
}

/**
 * The call of a style, if it has one; a contract of several tokens is asked for that of the drop, which is on its chain.
 */
function styleCheck(name: DistributorStyleName, tokenAsset: string | null, chainId: number | undefined): Check {
  const { args, ...call }: Partial<ClaimedCall> = distributorStyle(name)?.claimed ?? {};
  if (args === undefined) return { ...call, distributorStyle: name };
  const [, token] = /^eip155:\d+\/erc20:(0x[0-9a-fA-F]{40})$/.exec(tokenAsset ?? '') ?? [];
  if (token === undefined || (chainId !== undefined && chainId !== chainIdOf(tokenAsset))) {
    throw new ClaimFault(`"${name}" needs the address of the token on the chain of the contract: token.address`, [
      'check',
    ]);
  }
  return { ...call, args: args.map((arg) => (arg === 'token' ? token : arg)), distributorStyle: name };
}

const KINDS = ['mapping', 'function', 'account'] as const;
/** Members that each kind of call allows beside its own. */
const TERMS: Readonly<Record<(typeof KINDS)[number], readonly (keyof DeclaredCall)[]>> = {
  mapping: [],
  function: ['args', 'result', 'style', 'since'],
  account: ['distributor'],
};

function readFunction({ function: text = '', args, result, style, since }: DeclaredCall): Check {
  const terms = {
    // Omitted rather than undefined, so that a claim without them stays equal to its stored definition.
    ...(args !== undefined && { args: args.map(argumentText) }),
    ...(result !== undefined && { result }),
    ...(style !== undefined && { style }),
  };
  const signature = text.trim();
  parseClaimCall(signature, terms);
  if (since === undefined) return { check: signature, ...terms };
  if (style === 'remaining') return { check: signature, ...terms, since };
  throw new ClaimFault('is only for "style: remaining"', ['check', 'since']);
}

/** Without quotes, YAML reads large integers and 0x… as rounded numbers. */
function argumentText(argument: string | number | boolean, position: number): string {
  if (typeof argument !== 'number' || Number.isSafeInteger(argument)) return String(argument);
  throw new ClaimFault('must be in quotes: without them YAML rounds the number', ['check', 'args', position]);
}

function readAccount(account: ClaimAccountName, distributor: string | undefined): Check {
  if (distributor === undefined) throw new ClaimFault('"distributor" is missing', ['check']);
  if (publicKeyBytes(distributor) === null) throw new ClaimFault(NO_SOLANA_ADDRESS, ['check', 'distributor']);
  return { check: account, distributor };
}

const NO_SOLANA_ADDRESS = 'must be a Solana address: base58 of 32 bytes';

function readProgram(contract: string): string {
  if (publicKeyBytes(contract) === null)
    throw new ClaimFault(`${NO_SOLANA_ADDRESS}, that of the program`, ['contract']);
  return contract;
}

function solanaChain({ chain_id: chainId }: DeclaredClaim): string {
  if (chainId === undefined) return SOLANA_CHAIN;
  throw new ClaimFault('must be left out: only EVM chains have a number', ['chain_id']);
}

function evmChain({ chain_id: stated }: DeclaredClaim, tokenAsset: string | null): string {
  const chainId = stated ?? chainIdOf(tokenAsset);
  if (chainId !== null) return `eip155:${chainId}`;
  throw new ClaimFault('"chain_id" is missing, and cannot be derived from the token\'s address', []);
}

/** `eip155:59144/erc20:0x…` is on chain 59144. */
function chainIdOf(asset: string | null): number | null {
  const [, id] = /^eip155:([1-9]\d{0,15})\//.exec(asset ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
