import { z } from 'zod';

/** 13 hex digits are within the safe integers. */
export const QUANTITY = /^0x[0-9a-f]{1,13}$/i;
export const WORD = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
export const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

export const toNumber = (quantity: string): number => Number(quantity);

/** Log of a contract, as its block holds it. */
export interface ContractLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: number;
  /** Time of the block, milliseconds since the epoch; null from a node that does not state it with its logs. */
  readonly atMs: number | null;
}

/** One function for a log, as a reading has up to 10 000 of them: the check of each field apart takes four times as long. */
export const contractLogsShape = z.array(z.custom<NodeLog>(isNodeLog));

/** Log of a contract as a node returns it, with quantities as hex digits. */
interface NodeLog extends Pick<ContractLog, 'address' | 'topics' | 'data' | 'blockHash' | 'transactionHash'> {
  readonly blockNumber: string;
  readonly logIndex: string;
  readonly blockTimestamp?: string | null;
}

function isNodeLog(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const log = value as { readonly [Field in keyof NodeLog]?: unknown };
  return (
    isText(log.address, ADDRESS) &&
    Array.isArray(log.topics) &&
    log.topics.every((topic) => isText(topic, WORD)) &&
    isText(log.data, BYTES) &&
    isText(log.blockNumber, QUANTITY) &&
    isText(log.blockHash, WORD) &&
    isText(log.transactionHash, WORD) &&
    isText(log.logIndex, QUANTITY) &&
    (isAbsent(log.blockTimestamp) || isText(log.blockTimestamp, QUANTITY))
  );
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
const isText = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);

export const contractLogOf = ({ address, topics, data, blockHash, transactionHash, ...log }: NodeLog): ContractLog => ({
  ...{ address, topics, data, blockHash, transactionHash },
  ...{ blockNumber: toNumber(log.blockNumber), logIndex: toNumber(log.logIndex) },
  atMs: isAbsent(log.blockTimestamp) ? null : toNumber(log.blockTimestamp) * 1_000,
});

/** Logs in the order of the chain, each once: some nodes return one twice. */
export function inOrder(logs: ContractLog[]): ContractLog[] {
  logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return logs.filter((log, at) => !isSamePlace(log, logs[at - 1]));
}

const isSamePlace = (log: ContractLog, before: ContractLog | undefined): boolean =>
  log.blockNumber === before?.blockNumber && log.logIndex === before.logIndex;
