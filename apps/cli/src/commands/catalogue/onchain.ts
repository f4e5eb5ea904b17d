import { ListHeaders, type StoredList } from '@droptrack/persistence';
import { hasDatabase } from '../../database/with-database';
import { CliError, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import { configOf, type Session } from '../../session/session';
import { checkOnchain, type OnchainCheck } from './files/check-onchain';
import { readRpcUrls } from './files/probe-claims';
import type { CatalogueReading } from './files/read-catalogue';

/** Part of a session that the comparison uses. */
export type OnchainSession = Pick<Session, 'output' | 'cwd' | 'env' | 'places' | 'withDatabase'>;

/**
 * Compares the distributors of a catalogue with the nodes of EVM_RPC_URLS, and with the lists of the database, if there is one.
 *
 * @param drop - the only drop to check; null for all.
 * @throws {CliError} for an unknown drop, and for an invalid variable; the message contains no URL.
 */
export async function compareOnchain(
  reading: CatalogueReading,
  drop: string | null,
  session: OnchainSession,
): Promise<OnchainCheck> {
  const rpcUrls = readRpcUrls(session.env, 'EVM_RPC_URLS');
  if (drop !== null && !reading.definitions.some(({ id }) => id === drop)) {
    throw new CliError(INVALID_ARGUMENT, `The folder has no drop "${drop}"`);
  }
  const lists = (await hasDatabase(configOf(session)))
    ? await session.withDatabase((db) => new ListHeaders(db).read(null))
    : [];
  const { output } = session;
  output.progress('Asking the nodes …');
  return checkOnchain(reading, {
    rpcUrls,
    drop,
    rootOf: (id, name) => rootOf(lists, id, name),
    onProgress: (done, total) => output.progress(`Asking the nodes: ${done} of ${count(total, 'distributor')} …`),
  });
}

/** Root of the allocation list in force. */
const rootOf = (lists: readonly StoredList[], drop: string, list: string): string | null =>
  lists.find(({ dropId, kind, name }) => dropId === drop && kind === 'allocation' && name === list)?.root ?? null;

const RESULTS = { equal: 'equal', differs: 'DIFFERS', not_compared: 'not compared' } as const;

/** The comparison as a table, and what was not checked, by reason: one text each, none without any. */
export function describeOnchain({ distributors, unchecked }: OnchainCheck): string[] {
  const rows = distributors.flatMap(({ drop, list, style, facts }) =>
    facts.map(({ name, onChain, known, result }, at) => [
      ...(at === 0 ? [drop, list, style ?? '–'] : ['', '', '']),
      ...[name, onChain ?? 'none', known ?? '–', RESULTS[result]],
    ]),
  );
  const table = rows.length === 0 ? [] : [formatTable(['DROP', 'LIST', 'STYLE', 'FACT', 'ON CHAIN', 'HERE', ''], rows)];
  const nameOf = ({ drop, list }: { readonly drop: string; readonly list: string }) =>
    list === '' ? drop : `${drop} ${list}`;
  const proxies = distributors.filter(({ isUndeclaredProxy }) => isUndeclaredProxy).map(nameOf);
  const named =
    proxies.length === 0 ? [] : [`A proxy: no call is prepared without claim.code_hash: ${proxies.join(', ')}`];
  const reasons = new Map<string, string[]>();
  for (const each of unchecked) reasons.set(each.reason, [...(reasons.get(each.reason) ?? []), nameOf(each)]);
  const rest = [...reasons].map(([reason, drops]) => `Not checked, as ${reason}: ${drops.join(', ')}`);
  return [...table, ...named, ...rest];
}
