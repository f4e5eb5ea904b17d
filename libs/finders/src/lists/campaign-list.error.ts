/** `rejected`: the file is not the list of the campaign. `unavailable`: no such statement is possible, and a retry can succeed. */
export type CampaignListFailure = 'rejected' | 'unavailable';

/** The list of a campaign cannot be used. The message contains no wallet, no amount and no text of the file. */
export class CampaignListError extends Error {
  override readonly name = 'CampaignListError';
  constructor(
    readonly kind: CampaignListFailure,
    message: string,
  ) {
    super(message);
  }
}
