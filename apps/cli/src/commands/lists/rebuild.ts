import { type ClaimDefinition, claimsOf } from '@droptrack/catalogue';
import { ListRebuildError, rebuildList, type RebuiltList } from '@droptrack/claims';
import { DISTRIBUTOR_STYLES, distributorStyle } from '@droptrack/distributors';
import { DropRepository, ListDropError } from '@droptrack/persistence';
import {
  Chain,
  createSourceHttp,
  HostBreakers,
  jsonRpc,
  patientRpc,
  respondingNode,
  sleep,
  SourceError,
  withTimeout,
} from '@droptrack/sources';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, span } from '../../output/format';
import type { DatabaseSession, InterruptibleSession, Session } from '../../session/session';
import { readRpcUrls } from '../catalogue/files/probe-claims';
import { readUnfinished, writeUnfinished } from './files/unfinished-list';
import { writeLines } from './files/written-lines';
import { parseListName, rethrowListError } from './terms';

export interface RebuildList {
  readonly dropId: string;
  /** File to write. */
  readonly file: string;
  /** Null for the unnamed list. */
  readonly name: string | null;
  /** Null for that of the catalogue file. */
  readonly style: string | null;
  /** Period of a contract with several; null where it has one. */
  readonly period: number | null;
  /** Null for the latest confirmed block. */
  readonly block: number | null;
  /** Null to search for the first block of the contract. */
  readonly fromBlock: number | null;
}

type RebuildSession = DatabaseSession & InterruptibleSession & Pick<Session, 'cwd' | 'env'>;

/** Rebuilds the list of a drop from its distributor, and writes it as a file once the contract has confirmed it. */
export async function rebuildListFile(args: RebuildList, session: RebuildSession): Promise<number> {
  const { output, cwd } = session;
  const { claim, style, allocations } = await distributionOf(args, session);
  const path = resolve(cwd, args.file);
  const [unfinishedPath, unfinishedFile] = [`${path}.unfinished`, `${args.file}.unfinished`];
  const discard = () => rm(unfinishedPath, { force: true });
  const chain = await chainOf(claim, session);
  try {
    const list = await rebuildList({
      ...{ chain, allocations, contract: claim.contract, block: args.block, fromBlock: args.fromBlock },
      period: args.period === null ? null : BigInt(args.period),
      stored: await readUnfinished(unfinishedPath),
      save: (read) => writeUnfinished(unfinishedPath, unfinishedFile, read),
      discard,
      onProgress: ({ from, upTo, to, wallets, blocks }) =>
        output.progress(
          `Reading ${claim.rpc}: ${upTo - from + 1} of ${to - from + 1} blocks, ${blocks} in a request, ${count(wallets, 'wallet')} …`,
        ),
      random: Math.random,
      monotonicMs: () => performance.now(),
    });
    const lines = list.rows.map(([wallet, amount]) => `${wallet},${amount}`);
    const sha256 = await writeLines(path, args.file, ['address,amount', ...lines]);
    await discard();
    output.result(present(args, claim, style, list, sha256), describe(args, list));
    return EXIT.done;
  } catch (error) {
    if (error instanceof ListRebuildError) throw rejection(error, args);
    if (!(error instanceof SourceError)) throw error;
    const hint = existsSync(unfinishedPath)
      ? `${unfinishedFile} has what was read: the same command continues from it.`
      : '';
    throw failure(error, { rpc: claim.rpc, hint, isInterrupted: session.signal.aborted });
  }
}

/** @throws {CliError} for a drop without a distributor whose amounts stand on its chain. */
async function distributionOf({ dropId, name, style: stated }: RebuildList, { withDatabase }: RebuildSession) {
  const list = parseListName(name);
  const [definition] = await withDatabase((db) => new DropRepository(db).readDefinitions([dropId]));
  if (definition === undefined) return rethrowListError(new ListDropError(dropId, 'unknown'));
  const claim = claimsOf(definition).get(list);
  if (claim === undefined)
    throw new CliError('no_distributor', `The catalogue file of ${dropId} has no distributor of this list (claim)`);
  const style = stated ?? claim.distributorStyle ?? null;
  if (style === null)
    throw new CliError(
      'no_style',
      `The catalogue file of ${dropId} has no style of its distributor: state it with --style`,
    );
  const allocations = distributorStyle(style)?.allocations;
  if (allocations !== undefined) return { claim, style, allocations };
  const styles = Object.entries(DISTRIBUTOR_STYLES).flatMap(([each, known]) => ('allocations' in known ? [each] : []));
  throw new CliError('unsupported_style', `Amounts of the style "${style}" do not stand on the chain`, {
    hint: `They do for ${styles.join(', ')}.`,
  });
}

/** Time of a request: several thousand logs of old blocks take some nodes longer than the usual 10 s. */
const TIMEOUT_MS = 30_000;

/** The first node of the chain that responds. @throws {CliError} if none is configured. */
async function chainOf({ rpc }: ClaimDefinition, { env, signal, output }: RebuildSession): Promise<Chain> {
  const urls = readRpcUrls(env, 'EVM_RPC_URLS').get(rpc);
  if (urls === undefined) throw new CliError(INVALID_ARGUMENT, `EVM_RPC_URLS has no node of ${rpc}`);
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const http = withTimeout(createSourceHttp({ hosts, signal, nowMs: Date.now }), TIMEOUT_MS);
  const url = await respondingNode(http, urls, rpc);
  const onWait = ({ kind }: SourceError, waitMs: number): void =>
    output.progress(`Waiting ${span(waitMs)} for the node of ${rpc} (${kind}) …`);
  return new Chain(patientRpc(jsonRpc(http, url, rpc), { signal, sleep, random: Math.random, onWait }), rpc);
}

/** Result in `--json`. */
function present(
  { dropId, name, period, file }: RebuildList,
  { contract }: ClaimDefinition,
  style: string,
  { block, firstBlock, rows, total, verified }: RebuiltList,
  sha256: string,
): unknown {
  return {
    ...{ drop: dropId, name, contract, style, period, file, sha256 },
    ...{ first_block: firstBlock, block: block.number, block_hash: block.hash },
    ...{ block_at: new Date(block.atMs).toISOString(), wallets: rows.length, total: String(total) },
    verified: {
      totals: verified.totals.map(({ name: stated, value }) => ({ name: stated, value: String(value) })),
      wallets: verified.wallets,
      wallets_block: verified.walletsBlock,
    },
  };
}

function describe({ dropId, name, file }: RebuildList, { block, rows, total, verified }: RebuiltList): string {
  const { totals, wallets, walletsBlock } = verified;
  const sums = totals.length === 0 ? 'the contract states no total' : totals.map((each) => each.name).join(', ');
  const list = name === null ? '' : ` --name ${name}`;
  return [
    `${file}: ${count(rows.length, 'wallet')}, ${total} base units in total, as of block ${block.number} (${new Date(block.atMs).toISOString()}).`,
    `Confirmed by the contract: ${sums}; the amounts of ${count(wallets, 'wallet')} at block ${walletsBlock}.`,
    `Load it: droptrack lists load ${dropId} ${file} --unit base --expect-wallets ${rows.length} --expect-total ${total}${list}`,
  ].join('\n');
}

function rejection({ message, differences }: ListRebuildError, { dropId }: RebuildList): CliError {
  const text = [`${dropId}: ${message}; nothing was written`, ...differences].join('\n');
  return new CliError('list_rejected', text, { details: { differences } });
}

interface FailureTerms {
  readonly rpc: string;
  /** Empty for none. */
  readonly hint: string;
  readonly isInterrupted: boolean;
}

function failure(error: SourceError, { rpc, hint, isInterrupted }: FailureTerms): CliError {
  const more = { ...(hint !== '' && { hint }), cause: error };
  if (isInterrupted) return new CliError('interrupted', 'Interrupted: no list was written', more);
  // Other messages may name the host of the node.
  const isOfNode = error.message.startsWith(`${rpc}: `);
  const reason = isOfNode ? error.message : `the node of ${rpc} did not respond as it should (${error.kind})`;
  return new CliError('node_failed', `${reason}; no list was written`, more);
}
