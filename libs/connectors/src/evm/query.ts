import type { AbiEvent, AbiItem } from 'viem';
import { parseAbiItem, toEventSelector } from 'viem/utils';
import { z } from 'zod';
import { SourceQueryError, parseContract } from '@droptrack/sources';

/** Logs to be counted: of these contracts and this event on one chain. */
export interface EvmQuery {
  /** Configured name of the chain. */
  readonly rpc: string;
  /** In lower case, sorted and distinct, so that equal queries are equal texts. */
  readonly contracts: readonly string[];
  /** `topics[0]` of the event: keccak-256 of its signature. */
  readonly topic: string;
}

const CONTRACTS_MAX = 5;
const EVENT_LENGTH_MAX = 200;
const TRANSFER = 'Transfer(address,address,uint256)';

const shape = z.strictObject({
  rpc: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  contract: z.unknown(),
  event: z.string().max(EVENT_LENGTH_MAX).default(TRANSFER),
});

/**
 * Parses `sources.evm` of a catalogue file, such as `{ rpc: linea, contract: "0x…" }`. Does not check that the chain is
 * configured, as files are also validated without a configuration.
 *
 * @throws {SourceQueryError}
 */
export function parseEvmQuery(declared: unknown): EvmQuery {
  const parsed = shape.safeParse(declared);
  if (!parsed.success) {
    throw new SourceQueryError(
      'must be { rpc, contract, event? }: the name of a chain, such as linea, an address or a list of them, and a ' +
        `signature such as ${TRANSFER}`,
    );
  }
  const { rpc, contract, event } = parsed.data;
  return { rpc, contracts: parseContracts(contract), topic: parseEvent(event) };
}

function parseContracts(declared: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(declared) ? declared : [declared];
  if (list.length === 0 || list.length > CONTRACTS_MAX) {
    throw new SourceQueryError(`contract must be an address or a list of 1 to ${CONTRACTS_MAX} addresses`);
  }
  return [...new Set(list.map(parseContract))].sort();
}

/**
 * Topic of an event whose first parameter is the sender. `indexed` is optional, as the first indexed parameter (`topics[1]`)
 * is counted; if the signature has it, the first parameter must have it.
 */
function parseEvent(declared: string): string {
  const text = declared.trim().replace(/^event\s+/, '');
  const event = parseSignature(`event ${text}`);
  if (event === null) throw new SourceQueryError(`event "${declared}" must be a signature, such as ${TRANSFER}`);
  const [first] = event.inputs;
  const hasIndexed = event.inputs.some((input) => input.indexed === true);
  if (first?.type !== 'address' || (hasIndexed && first.indexed !== true)) {
    throw new SourceQueryError(
      `event "${declared}" must have the address of the sender as its first parameter, indexed`,
    );
  }
  // From the parsed event, in which `uint` is already `uint256`.
  return toEventSelector(event);
}

function parseSignature(signature: string): AbiEvent | null {
  try {
    const item: AbiItem = parseAbiItem(signature);
    return item.type === 'event' ? item : null;
  } catch {
    return null;
  }
}
