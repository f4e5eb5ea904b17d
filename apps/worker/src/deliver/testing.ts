import type { ClaimedDelivery, DeliveryOutcome } from '@droptrack/persistence';
import type { EgressAnswer } from '@droptrack/egress';

/** A delivery that was claimed; what is left out is made up. */
export function claimed(of: Partial<ClaimedDelivery> & { readonly id: string }): ClaimedDelivery {
  return {
    claim: 1,
    endpointId: 'wh_1',
    account: 'account',
    url: 'https://receiver.example.com/hook',
    eventId: `evt_${of.id}`,
    body: Buffer.from(`{"id":"evt_${of.id}"}`),
    tries: 0,
    number: 1,
    dueMs: 0,
    secrets: [{ sealed: Buffer.from('sealed'), keyId: 'key' }],
    ...of,
  };
}

/** An answer of 200, but for what is given. */
export const answer = (of: Partial<EgressAnswer> = {}): EgressAnswer => ({
  statusCode: 200,
  error: null,
  response: null,
  retryAfterMs: null,
  durationMs: 1,
  ...of,
});

/** What comes of a delivery that succeeds. */
export const delivered = (delivery: ClaimedDelivery): DeliveryOutcome => ({
  delivery,
  atMs: 0,
  isDelivered: true,
  ...answer(),
});

/** Waits for a state; how long it takes is the machine's affair. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = holds.toString(),
  patienceMs = 60_000,
): Promise<void> {
  for (const endMs = performance.now() + patienceMs; !(await holds());) {
    if (performance.now() > endMs) throw new Error(`It took too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
