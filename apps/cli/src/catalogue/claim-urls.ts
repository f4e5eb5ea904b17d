import { type ClaimUrls, parseRpcUrls, RPC_URLS_FORM } from '@droptrack/connectors';
import type { Environment } from '@droptrack/program';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/**
 * Nodes from which claims are read.
 *
 * @throws {CliError} for an invalid variable, and without any node; the message contains no URL.
 */
export function readClaimUrls(env: Environment): ClaimUrls {
  const [rpcUrls, solanaRpcUrls] = ['EVM_RPC_URLS', 'SOLANA_RPC_URLS'].map((name) => {
    const urls = parseRpcUrls(env[name] ?? '');
    if (urls === null) throw new CliError(INVALID_ARGUMENT, `${name} must be ${RPC_URLS_FORM}`);
    return urls;
  });
  if (rpcUrls === undefined || solanaRpcUrls === undefined || rpcUrls.size + solanaRpcUrls.size === 0) {
    throw new CliError(INVALID_ARGUMENT, '--rpc needs EVM_RPC_URLS or SOLANA_RPC_URLS');
  }
  return { rpcUrls, solanaRpcUrls };
}
