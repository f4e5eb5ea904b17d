/** US dollars rounded to whole cents, half a cent up; for amounts of 0 and above. */
export function roundToCents(usd: number): number {
  const cents = Math.round(usd * 100);
  // Beyond the doubles' whole cents there is nothing to round, and times 100 may overflow.
  return Number.isSafeInteger(cents) ? cents / 100 : usd;
}
