import { type AbiEvent, BaseError, type Hex } from 'viem';
import { decodeEventLog, parseAbiItem, toEventSelector } from 'viem/utils';
import { claimLogReader, type EventLog } from './claim-logs';
import type { AllocationEvent, LoggedAllocations } from './style';

/** Amount of a wallet that a log states, in base units. */
export interface AllocationEntry {
  /** 0x and 40 hex digits. */
  readonly wallet: string;
  readonly amount: bigint;
}

/** Amounts that a log states. */
export interface AllocationLog extends Pick<AllocationEvent, 'effect' | 'isFirst'> {
  /** Null for a contract of one distribution. */
  readonly period: bigint | null;
  /** In the order in which they take effect. */
  readonly entries: readonly AllocationEntry[];
}

/** Reads the amounts in the logs of a distributor. */
export interface AllocationLogReader {
  /** First topics of the events, for the filter of a log query. */
  readonly topics: readonly Hex[];
  /** Null for a log of another event, or whose data does not fit its event. */
  read(log: EventLog): AllocationLog | null;
}

/** Reader of the amounts that the events of a style set. */
export function allocationLogReader({ events }: Pick<LoggedAllocations, 'events'>): AllocationLogReader {
  const byTopic = new Map(events.map((event) => [toEventSelector(event.event) as string, readerOf(event)]));
  return {
    topics: [...byTopic.keys()] as Hex[],
    read: (log) => byTopic.get(log.topics[0] ?? '')?.(log) ?? null,
  };
}

type ReadLog = (log: EventLog) => AllocationLog | null;

function readerOf({ event, entries: form, ...facts }: AllocationEvent): ReadLog {
  if (form === 'single') {
    const reader = claimLogReader({ events: [{ event, wallet: 'recipient', amount: 'amount' }] });
    return (log) => {
      const entry = reader.read(log);
      return entry === null ? null : { ...facts, period: null, entries: [entry] };
    };
  }
  const abi = parseAbiItem(event) as AbiEvent;
  const entriesIn = form === 'packed' ? unpacked : paired;
  return (log) => {
    const args = argsOf(abi, log);
    if (args === null) return null;
    return { ...facts, period: args.periodId ?? null, entries: entriesIn(args.allocations) };
  };
}

/** Arguments of an event with an array of entries, which `styles.spec.ts` ensures. */
interface EntryArgs {
  readonly periodId?: bigint;
  readonly allocations: readonly unknown[];
}

function argsOf(abi: AbiEvent, { topics, data }: EventLog): EntryArgs | null {
  try {
    const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex };
    return decodeEventLog({ abi: [abi], ...log, strict: true }).args as unknown as EntryArgs;
  } catch (error) {
    if (error instanceof BaseError) return null;
    throw error;
  }
}

const paired = (pairs: readonly unknown[]): AllocationEntry[] =>
  (pairs as readonly { readonly user: string; readonly amount: bigint }[]).map(({ user, amount }) => ({
    wallet: user.toLowerCase(),
    amount,
  }));

const PREFIX = '0x';
/** Hex digits of the amount before the address. */
const AMOUNT_DIGITS = 24;

const unpacked = (words: readonly unknown[]): AllocationEntry[] =>
  (words as readonly string[]).map((word) => ({
    wallet: `${PREFIX}${word.slice(PREFIX.length + AMOUNT_DIGITS)}`,
    amount: BigInt(word.slice(0, PREFIX.length + AMOUNT_DIGITS)),
  }));
