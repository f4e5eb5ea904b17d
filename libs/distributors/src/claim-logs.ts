import type { AbiEvent, Hex } from 'viem';
import { decodeEventLog, parseAbiItem, toEventSelector } from 'viem/utils';
import type { ClaimEvent, DistributorStyle } from './style';

/** Log of a contract as a node returns it. */
export interface EventLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/** Claim that a log states. */
export interface LoggedClaim {
  /** The wallet of the list, EIP-55. */
  readonly wallet: string;
  /** Base units that this claim paid. */
  readonly amount: bigint;
  /** Null for styles without claim indexes in their events. */
  readonly index: bigint | null;
  /** Address that received the tokens, EIP-55: the wallet, unless the event states another; null while unknown. */
  readonly recipient: string | null;
  /** Null for distributors of one token. */
  readonly token: string | null;
}

/** Reads the claims in the logs of a distributor. */
export interface ClaimLogReader {
  /** First topics of the style's events, for the filter of a log query. */
  readonly topics: readonly Hex[];
  /** Claim of a log; null for one of another event, or whose data does not fit its event. */
  read(log: EventLog): LoggedClaim | null;
}

/** Reader of the claims of a style. */
export function claimLogReader({ events }: Pick<DistributorStyle, 'events'>): ClaimLogReader {
  const byTopic = new Map(
    events.map((event) => {
      const abi = abiOf(event);
      return [toEventSelector(abi), { event, abi }];
    }),
  );
  return {
    topics: [...byTopic.keys()],
    read(log) {
      const known = byTopic.get((log.topics[0] ?? '0x') as Hex);
      const args = known === undefined ? null : argumentsOf(known.abi, log);
      return known === undefined || args === null ? null : claimOf(known.event, args);
    },
  };
}

/** @throws {Error} for a text that is no event, which the tests of the styles exclude. */
function abiOf({ event }: ClaimEvent): AbiEvent {
  const item = parseAbiItem(event) as { readonly type: string };
  if (item.type !== 'event') throw new Error(`"${event}" is not an event`);
  return item as AbiEvent;
}

function argumentsOf(abi: AbiEvent, { topics, data }: EventLog): Readonly<Record<string, unknown>> | null {
  try {
    const decoded = decodeEventLog({ abi: [abi], topics: topics as [Hex, ...Hex[]], data: data as Hex });
    return decoded.args as unknown as Record<string, unknown>;
  } catch {
    return null;
  }
}

function claimOf(event: ClaimEvent, args: Readonly<Record<string, unknown>>): LoggedClaim {
  const text = (name: string) => args[name] as string;
  const wallet = text(event.wallet);
  return {
    wallet,
    amount: args[event.amount] as bigint,
    index: event.index === undefined ? null : (args[event.index] as bigint),
    recipient: event.recipient === null ? null : text(event.recipient ?? event.wallet),
    token: event.token === undefined ? null : text(event.token),
  };
}
