/** Rounds US dollars to cents, half a cent up; for amounts of 0 and above. */
export function roundToCents(usd: number): number {
  const cents = Math.round(usd * 100);
  // Above the safe integers a double has no cents, and the product may overflow.
  return Number.isSafeInteger(cents) ? cents / 100 : usd;
}
