/** All codes of a gap between the active allocation lists of a drop and its whole distribution. */
export const LIST_GAP_CODES = ['no_list', 'short', 'left_out', 'unconfirmed'] as const;
/**
 * Code of a gap. `no_list`: no allocation list is active. `short`: the active lists together are more than 10 % below a figure
 * of the catalogue. `left_out`: rows of their files had errors and were left out. `unconfirmed`: they are parts of the distribution, and no figure shows that they are all.
 */
export type ListGapCode = (typeof LIST_GAP_CODES)[number];

/** Reason for which the active allocation lists of a drop cannot show that a wallet has no allocation. */
export interface ListGap {
  /** Stable code to branch on. */
  code: ListGapCode;
  /** Human-readable explanation, one sentence. */
  message: string;
}
