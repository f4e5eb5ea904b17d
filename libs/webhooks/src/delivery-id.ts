/**
 * Id of a delivery on the wire: `dlv_`, the characters of its endpoint's id, `_` and those of its event's. The database
 * numbers deliveries over all accounts; this id says nothing of how many there are, needs no key and no column, and is
 * unique, as an endpoint gets an event once.
 *
 * @param endpointId - `wh_…`, letters and digits.
 * @param eventId - `evt_…`
 */
export function deliveryId(endpointId: string, eventId: string): string {
  return `dlv_${endpointId.replace(/^wh_/, '')}_${eventId.replace(/^evt_/, '')}`;
}

/** Endpoint and event of a delivery's id; null for a text that is none. */
export function readDeliveryId(id: string): { readonly endpointId: string; readonly eventId: string } | null {
  const [, endpoint, event] = /^dlv_([0-9A-Za-z]{1,64})_([0-9A-Za-z_-]{1,64})$/.exec(id) ?? [];
  return endpoint === undefined || event === undefined
    ? null
    : { endpointId: `wh_${endpoint}`, eventId: `evt_${event}` };
}
