import type { Campaign } from '@droptrack/discovery';
import { type Hash, parseContractAmount } from '@droptrack/eligibility';
import {
  contradictions,
  detectFormat,
  type ListEntry,
  type ListFormat,
  listReader,
  MetadataCollector,
  UnreadableListError,
  USUAL_COLUMNS,
  walletReader,
} from '@droptrack/eligibility/formats';
import { CampaignListError } from './campaign-list.error';
import type { StoredFile } from './stored-file';

/** Row of the list of a campaign. */
export interface CampaignRow {
  /** Position in the file, from 1. */
  readonly line: number;
  /** 20 bytes. */
  readonly wallet: Uint8Array;
  /** Base units, 0..2^256 - 1. */
  readonly amount: bigint;
  /** Claim index; null for leaves without one. */
  readonly index: bigint | null;
}

/** Formats of files, by the encoding of the leaves of the contract. */
const FORMATS: Readonly<Record<Campaign['treeFormat'], readonly ListFormat[]>> = {
  openzeppelin: ['sablier', 'openzeppelin'],
  uniswap: ['uniswap'],
};
const START_BYTES = 65_536;

/**
 * Reads the rows of the list of a campaign in batches, in constant memory; can be called several times, one after the other.
 *
 * @throws {CampaignListError} `rejected` for a file of another format, with an invalid row, or that contradicts itself;
 *   `unavailable` for a web page, which a gateway sends instead of the file.
 */
export async function* readCampaignList(
  file: Pick<StoredFile, 'chunks'>,
  { treeFormat }: Pick<Campaign, 'treeFormat'>,
  { keccak256 }: Pick<Hash, 'keccak256'>,
): AsyncGenerator<readonly CampaignRow[]> {
  let rows: CampaignRow[] = [];
  let entries = 0;
  let total = 0n;
  const metadata = new MetadataCollector();
  const options = {
    terms: { wallet: walletReader(keccak256), families: ['evm'] as const, amount: parseContractAmount },
    columns: USUAL_COLUMNS,
    metadata,
    sink: {
      entry: (entry: ListEntry) => {
        entries++;
        total += entry.amount;
        rows.push(rowOf(entry));
      },
      violation: ({ line, message }: { readonly line: number | null; readonly message: string }) => {
        throw rejected(line, message);
      },
    },
  };
  const chunks = await withStart(file.chunks());
  const reader = listReader(formatOf(chunks.start, treeFormat), options);
  try {
    for await (const chunk of chunks.all()) {
      reader.write(chunk);
      yield rows;
      rows = [];
    }
    reader.end();
  } catch (error) {
    if (error instanceof UnreadableListError) throw rejected(error.line, error.message);
    throw error;
  }
  yield rows;
  const [contradiction] = contradictions(metadata.facts, { total, entries });
  if (contradiction !== undefined) throw rejected(null, contradiction);
}

const rowOf = ({ line, wallet, amount, index }: ListEntry): CampaignRow => ({
  line,
  wallet: wallet.bytes,
  amount,
  index,
});

const rejected = (line: number | null, message: string): CampaignListError =>
  new CampaignListError('rejected', line === null ? message : `entry ${line}: ${message}`);

/** @throws {CampaignListError} */
function formatOf(start: Uint8Array, treeFormat: Campaign['treeFormat']): ListFormat {
  if (start.length === 0) throw rejected(null, 'the file is empty');
  if (new TextDecoder().decode(start.subarray(0, 1_024)).trimStart().startsWith('<')) {
    throw new CampaignListError('unavailable', 'a web page instead of the file');
  }
  const format = detectFormat(start);
  if (format !== null && FORMATS[treeFormat].includes(format)) return format;
  throw rejected(null, `the file is of no known format for its contract: ${FORMATS[treeFormat].join(' or ')}`);
}

/** First bytes of a stream, and all of it. */
async function withStart(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < START_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start: Buffer.concat(first), all };
}
