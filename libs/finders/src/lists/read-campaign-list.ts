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
  /** Claim index, 0 to 2^53 - 1; null for leaves without one. */
  readonly index: bigint | null;
}

/** Formats of files, by the encoding of the leaves of the contract. */
const FORMATS: Readonly<Record<Campaign['treeFormat'], readonly ListFormat[]>> = {
  openzeppelin: ['sablier', 'openzeppelin'],
  uniswap: ['uniswap'],
};

/**
 * Detects the format of the file of a campaign by its first bytes.
 *
 * @throws {CampaignListError} `rejected` for a format that is not of its contract; `unavailable` for a web page, which a
 *   gateway sends instead of the file.
 */
export async function campaignFileFormat(
  file: Pick<StoredFile, 'chunks'>,
  { treeFormat }: Pick<Campaign, 'treeFormat'>,
): Promise<ListFormat> {
  for await (const start of file.chunks()) {
    if (new TextDecoder().decode(start.subarray(0, 1_024)).trimStart().startsWith('<')) {
      throw new CampaignListError('unavailable', 'a web page instead of the file');
    }
    const format = detectFormat(start);
    if (format !== null && FORMATS[treeFormat].includes(format)) return format;
    throw rejected(null, `the file is of no known format for its contract: ${FORMATS[treeFormat].join(' or ')}`);
  }
  throw rejected(null, 'the file is empty');
}

/**
 * Reads the rows of the list of a campaign in batches, in constant memory; can be called several times, one after the other.
 *
 * @param format - from {@link campaignFileFormat}.
 * @throws {CampaignListError} `rejected` for an invalid row, and for a file that is truncated or contradicts itself.
 */
export async function* readCampaignList(
  file: Pick<StoredFile, 'chunks'>,
  format: ListFormat,
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
        rows.push(campaignRow(entry));
      },
      violation: ({ line, message }: { readonly line: number | null; readonly message: string }) => {
        throw rejected(line, message);
      },
    },
  };
  const reader = listReader(format, options);
  try {
    for await (const chunk of file.chunks()) {
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

const campaignRow = ({ line, wallet, amount, index }: ListEntry): CampaignRow => ({
  line,
  wallet: wallet.bytes,
  amount,
  index,
});

const rejected = (line: number | null, message: string): CampaignListError =>
  new CampaignListError('rejected', line === null ? message : `entry ${line}: ${message}`);
