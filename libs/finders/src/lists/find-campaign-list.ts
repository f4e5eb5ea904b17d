import type { Campaign } from '@droptrack/discovery';
import type { Hash } from '@droptrack/eligibility';
import type { ListFormat } from '@droptrack/eligibility/formats';
import { CampaignListError } from './campaign-list.error';
import { fetchCampaignFile, type FetchCampaignFileOptions } from './fetch-campaign-file';
import { campaignFileFormat, type CampaignRow, readCampaignList } from './read-campaign-list';
import type { StoredFile } from './stored-file';
import { type CampaignListFigures, type ListedCampaign, verifyCampaignList } from './verify-campaign-list';

export interface FindCampaignListOptions extends FetchCampaignFileOptions {
  /** Base URLs without a trailing slash, in the order in which they are tried. */
  readonly gateways: readonly string[];
  /** From `bulkHash`. */
  readonly hash: Hash;
}

/** List whose root is that of its contract. Its file is temporary: it is removed by {@link CampaignList.close}. */
export interface CampaignList extends CampaignListFigures {
  /** Of the file, 64 lower-case hex digits. */
  readonly sha256: string;
  /** Of the file. */
  readonly format: ListFormat;
  /** Rows in batches, read again at each call. */
  rows(): AsyncGenerator<readonly CampaignRow[]>;
  close(): Promise<void>;
}

/**
 * Fetches and verifies the list of a campaign. A gateway that does not have it, or has another file, is skipped: gateways are
 * not trusted, only the root is.
 *
 * @returns the list, which the caller closes.
 * @throws {CampaignListError} with the reason of each gateway: `rejected` if each of them has a file that is not the list,
 *   otherwise `unavailable`.
 * @throws the reason of the signal, once it is aborted.
 */
export async function findCampaignList(
  campaign: ListedCampaign & Pick<Campaign, 'ipfsCid'>,
  options: FindCampaignListOptions,
): Promise<CampaignList> {
  if (campaign.ipfsCid === null) throw new CampaignListError('rejected', 'its event has no content id');
  const failures: { readonly kind: CampaignListError['kind']; readonly message: string }[] = [];
  for (const gateway of options.gateways) {
    try {
      return await fromGateway(campaign, campaign.ipfsCid, gateway, options);
    } catch (error) {
      if (!(error instanceof CampaignListError)) throw error;
      failures.push({ kind: error.kind, message: `${new URL(gateway).host}: ${error.message}` });
    }
  }
  if (failures.length === 0) throw new CampaignListError('unavailable', 'no IPFS gateway is configured');
  const isRejected = failures.every(({ kind }) => kind === 'rejected');
  throw new CampaignListError(
    isRejected ? 'rejected' : 'unavailable',
    failures.map(({ message }) => message).join('; '),
  );
}

async function fromGateway(
  campaign: ListedCampaign,
  cid: string,
  gateway: string,
  options: FindCampaignListOptions,
): Promise<CampaignList> {
  const { hash, signal } = options;
  const file: StoredFile = await fetchCampaignFile(cid, gateway, options);
  try {
    const format = await campaignFileFormat(file, campaign);
    const rows = () => untilAborted(readCampaignList(file, format, hash), signal);
    const figures = await verifyCampaignList(rows(), campaign, hash);
    return { ...figures, format, sha256: file.sha256(), rows, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws the reason of the signal, once it is aborted. */
async function* untilAborted<T>(batches: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch;
  }
}
