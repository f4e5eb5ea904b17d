import { type ClaimDefinition, claimsOf, type DropDefinition } from '@droptrack/catalogue';
import { ClaimChecker, type ClaimFailure, type ClaimUrls } from '@droptrack/claims';
import { HostBreakers, parseRpcUrls, RPC_URLS_FORM, type RpcUrls } from '@droptrack/sources';
import type { Environment } from '@droptrack/program';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';
import type { CatalogueFault, Path } from './fault';
import type { CatalogueReading } from './read-catalogue';

/** Outcome of asking the declared distributors. */
export interface ClaimProbes {
  /** Number of claims whose distributor returned a valid result. */
  readonly answered: number;
  /** Names of chains without a configured node, whose claims were not asked. */
  readonly unconfigured: readonly string[];
  readonly faults: readonly CatalogueFault[];
}

interface DeclaredAt {
  readonly drop: string;
  readonly path: Path;
  readonly claim: ClaimDefinition;
}

/** Claims asked at the same time. */
const CONCURRENCY = 8;
const TIMEOUT_MS = 5_000;

/**
 * Nodes of a variable, by the names that catalogue files use as `rpc`.
 *
 * @throws {CliError} for an invalid variable; the message contains no URL.
 */
export function readRpcUrls(env: Environment, name: 'EVM_RPC_URLS' | 'SOLANA_RPC_URLS'): RpcUrls {
  const urls = parseRpcUrls(env[name] ?? '');
  if (urls === null) throw new CliError(INVALID_ARGUMENT, `${name} must be ${RPC_URLS_FORM}`);
  return urls;
}

/**
 * Nodes from which claims are read.
 *
 * @throws {CliError} for an invalid variable, and without any node; the message contains no URL.
 */
export function readClaimUrls(env: Environment): ClaimUrls {
  const [rpcUrls, solanaRpcUrls] = [readRpcUrls(env, 'EVM_RPC_URLS'), readRpcUrls(env, 'SOLANA_RPC_URLS')];
  if (rpcUrls.size + solanaRpcUrls.size === 0) {
    throw new CliError(INVALID_ARGUMENT, '--rpc needs EVM_RPC_URLS or SOLANA_RPC_URLS');
  }
  return { rpcUrls, solanaRpcUrls };
}

/**
 * Asks each declared distributor about a made-up wallet. Errors are results that the declared function cannot return, and
 * nodes that do not respond within 5 s.
 */
export async function probeClaims(
  { definitions, fault }: Pick<CatalogueReading, 'definitions' | 'fault'>,
  urls: ClaimUrls,
  nowMs: number,
): Promise<ClaimProbes> {
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const declared = definitions.flatMap(callsOf);
  const unconfigured = new Set<string>();
  const faults: CatalogueFault[] = [];
  let answered = 0;
  const probe = async ({ drop, path, claim }: DeclaredAt): Promise<void> => {
    const failures = new Set<ClaimFailure>();
    const onFailure = (_: string, failure: ClaimFailure) => failures.add(failure);
    const checker = new ClaimChecker({ ...urls, hosts, timeoutMs: TIMEOUT_MS, onFailure });
    const outcome = await checker.probe(claim, nowMs);
    checker.close();
    if (outcome === 'no_node') unconfigured.add(claim.rpc);
    else if (outcome === 'valid') answered += 1;
    else faults.push(fault(drop, path, messageOf(claim, outcome === 'invalid' ? 'status' : failureOf(failures))));
  };
  const next = declared.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const each of next) await probe(each);
    }),
  );
  return { answered, unconfigured: [...unconfigured].sort(), faults: inOrder(faults) };
}

/** Path of the claim of a list, or of its contract for the unnamed one, in a catalogue file. */
export const claimPath = (list: string): Path => (list === '' ? ['claim', 'contract'] : ['claim', 'lists', list]);

/** Claims with a call. */
const callsOf = (definition: DropDefinition): DeclaredAt[] =>
  [...claimsOf(definition)]
    .filter(([, { check }]) => check !== undefined)
    .map(([list, claim]) => ({ drop: definition.id, path: claimPath(list), claim }));

/** Failure of a probe without a result. Later failures of the same request are not reported in time, so none is a timeout. */
const failureOf = ([failure = 'timeout']: ReadonlySet<ClaimFailure>): ClaimFailure => failure;

/** @param failure - `status` for a call that the contract reverted, and for a result that the function cannot return. */
function messageOf({ rpc, contract }: ClaimDefinition, failure: ClaimFailure): string {
  if (failure === 'wrong_chain') return `the node of "${rpc}" serves another chain than that of ${contract}`;
  if (failure !== 'status') return `the node of "${rpc}" did not respond (${failure})`;
  return 'the distributor returned no valid result for a made-up wallet: it does not exist, or is not as declared';
}

const inOrder = (faults: readonly CatalogueFault[]): CatalogueFault[] =>
  [...faults].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
