/** Variable, default and bounds of the age of the oldest drops that finders read, in days. */
export const LOOKBACK_DAYS = ['DISCOVERY_LOOKBACK_DAYS', 30, 0, 365] as const;
