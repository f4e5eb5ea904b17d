import type { AbiEvent, Hex } from 'viem';
import { parseAbiItem, toEventSelector } from 'viem/utils';
import type { ClaimEvent, DistributorStyle } from './style';

/** Log of a contract as a node returns it. */
export interface EventLog {
  readonly topics: readonly string[];
  readonly data: string;
}

/** Claim that a log states. Addresses are 0x and 40 hex digits as in the log. */
export interface LoggedClaim {
  /** The wallet of the list. */
  readonly wallet: string;
  /** Base units that this claim paid. */
  readonly amount: bigint;
  /** Null for styles without claim indexes in their events. */
  readonly index: bigint | null;
  /** Address that received the tokens: the wallet, unless the event states another; null while unknown. */
  readonly recipient: string | null;
  /** Null for distributors of one token. */
  readonly token: string | null;
  /** True for an amount that the claim of the same index in the same transaction pays in addition. */
  readonly isAddition: boolean;
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
      return [toEventSelector(abi) as string, { event, layout: layoutOf(abi) }];
    }),
  );
  return {
    topics: [...byTopic.keys()] as Hex[],
    read(log) {
      const known = byTopic.get(log.topics[0] ?? '');
      return known !== undefined && fits(log, known.layout) ? claimOf(known.event, known.layout, log) : null;
    },
  };
}

/** Places of the arguments of an event, all of which have one word. */
interface Layout {
  readonly topics: number;
  readonly words: number;
  /** Position among the topics, or among the words of the data, by name. */
  readonly places: ReadonlyMap<string, { readonly isTopic: boolean; readonly at: number }>;
}

/** Types of one word. */
const WORD = /^(?:address|bool|uint\d+|bytes\d+)$/;
/** Hex digits of a word, of the zeros before an address in it, and of the 0x before the data. */
const [DIGITS, PADDING, PREFIX] = [64, 24, 2];
const ZEROS = '0'.repeat(PADDING);

/** @throws {Error} for a text that is no event, which the tests of the styles exclude. */
function abiOf({ event }: ClaimEvent): AbiEvent {
  const item = parseAbiItem(event) as { readonly type: string };
  if (item.type !== 'event') throw new Error(`"${event}" is not an event`);
  return item as AbiEvent;
}

/**
 * Words are read where they are: `decodeEventLog` of viem takes four times as long as the rest of a claim, as it computes the
 * checksum of each address.
 *
 * @throws {Error} for an event with an argument of several words, which the tests of the styles exclude.
 */
function layoutOf({ name, inputs }: AbiEvent): Layout {
  if (!inputs.every(({ type }) => WORD.test(type))) throw new Error(`"${name}" has an argument of several words`);
  let [topics, words] = [0, 0];
  const places = inputs.map(({ name: input = '', indexed }) => {
    const isTopic = indexed === true;
    return [input, { isTopic, at: isTopic ? ++topics : words++ }] as const;
  });
  return { topics, words, places: new Map(places) };
}

const fits = ({ topics, data }: EventLog, layout: Layout): boolean =>
  topics.length === layout.topics + 1 && data.length >= PREFIX + layout.words * DIGITS;

function claimOf(event: ClaimEvent, layout: Layout, log: EventLog): LoggedClaim | null {
  if (event.amount === null) return null;
  const address = (name: string): string | null => addressIn(wordOf(name, layout, log));
  const wallet = address(event.wallet);
  const recipient = event.recipient === null ? null : address(event.recipient ?? event.wallet);
  const token = event.token === undefined ? null : address(event.token);
  const hasRecipient = event.recipient === null || recipient !== null;
  if (wallet === null || !hasRecipient || (event.token !== undefined && token === null)) return null;
  const integer = (name: string): bigint => BigInt(`0x${wordOf(name, layout, log)}`);
  const index = event.index === undefined ? null : integer(event.index);
  return { wallet, amount: integer(event.amount), index, recipient, token, isAddition: event.isAddition === true };
}

/** Hex digits of an argument. */
function wordOf(name: string, { places }: Layout, { topics, data }: EventLog): string {
  const { isTopic, at } = places.get(name) ?? { isTopic: false, at: 0 };
  const start = isTopic ? PREFIX : PREFIX + at * DIGITS;
  return (isTopic ? (topics[at] ?? '') : data).slice(start, start + DIGITS);
}

/** Address in a word; null for a word with other digits before it. */
const addressIn = (word: string): string | null => (word.startsWith(ZEROS) ? `0x${word.slice(PADDING)}` : null);
