import type { AbiEvent, AbiItem } from 'viem';
import { isAddress, parseAbiItem, toEventSelector } from 'viem/utils';
import { z } from 'zod';
import { SourceQueryError } from '../port';

/** Which logs are counted: of these contracts, of this event, on this chain. */
export interface EvmQuery {
  /** The chain, by the name that the configuration gives its address. */
  readonly rpc: string;
  /** In lower case, sorted, each once: the same question is the same text, however it was written. */
  readonly contracts: readonly string[];
  /** The event's `topics[0]`: keccak-256 of its signature. */
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
 * Reads what a drop's file states below `sources.evm`, such as `{ rpc: linea, contract: "0x…" }`.
 *
 * Whether the chain is configured is not asked here: files are checked where nothing is configured.
 *
 * @throws {SourceQueryError}
 */
export function parseEvmQuery(stated: unknown): EvmQuery {
  const parsed = shape.safeParse(stated);
  if (!parsed.success) {
    throw new SourceQueryError(
      'must be { rpc, contract, event? }: the name of a chain, such as linea, an address or a list of them, and a ' +
        `signature such as ${TRANSFER}`,
    );
  }
  const { rpc, contract, event } = parsed.data;
  return { rpc, contracts: parseContracts(contract), topic: parseEvent(event) };
}

function parseContracts(stated: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  if (list.length === 0 || list.length > CONTRACTS_MAX) {
    throw new SourceQueryError(`contract must be an address or a list of 1 to ${CONTRACTS_MAX} addresses`);
  }
  return [...new Set(list.map(parseContract))].sort();
}

/**
 * Reads an address, and gives it in lower case.
 *
 * @throws {SourceQueryError} for all else, one in mixed case with a wrong checksum included.
 */
export function parseContract(stated: unknown): string {
  if (typeof stated === 'number') {
    throw new SourceQueryError('contract must stand in quotes: without them YAML reads 0x… as a number');
  }
  if (typeof stated !== 'string' || !/^0x[0-9a-f]{40}$/i.test(stated)) {
    throw new SourceQueryError('contract must be an address: 0x and 40 hexadecimal digits');
  }
  if (!isAddress(stated)) {
    throw new SourceQueryError(
      `contract ${stated} has a typing error, as its capital letters are a checksum (EIP-55) and do not fit`,
    );
  }
  return stated.toLowerCase();
}

/**
 * The topic of an event whose first parameter is who did it. That the parameter is indexed need not be said: what is
 * counted is `topics[1]`, the first of the indexed ones. Where it is said, it must be said of the first.
 */
function parseEvent(stated: string): string {
  const text = stated.trim().replace(/^event\s+/, '');
  const event = readSignature(`event ${text}`);
  if (event === null) throw new SourceQueryError(`event "${stated}" must be a signature, such as ${TRANSFER}`);
  const [first] = event.inputs;
  const saysIndexed = event.inputs.some((input) => input.indexed === true);
  if (first?.type !== 'address' || (saysIndexed && first.indexed !== true)) {
    throw new SourceQueryError(`event "${stated}" must have the address of who did it as its first parameter, indexed`);
  }
  // Of what was read rather than of the text: there `uint` is still to become `uint256`.
  return toEventSelector(event);
}

function readSignature(signature: string): AbiEvent | null {
  try {
    const item: AbiItem = parseAbiItem(signature);
    return item.type === 'event' ? item : null;
  } catch {
    return null;
  }
}
