/**
 * Public id of a delivery: `dlv_`, the id of its endpoint and the id of its event without their prefixes. It is unique, as
 * an endpoint has at most one delivery per event. Unlike the number of the row, it does not reveal how many deliveries all
 * accounts have.
 *
 * @param endpointId - `wh_…`, letters and digits.
 * @param eventId - `evt_…`
 */
export function deliveryId(endpointId: string, eventId: string): string {
  return `dlv_${endpointId.replace(/^wh_/, '')}_${eventId.replace(/^evt_/, '')}`;
}

/** Parses the public id of a delivery; returns null for other texts. */
export function readDeliveryId(id: string): { readonly endpointId: string; readonly eventId: string } | null {
  const [, endpoint, event] = /^dlv_([0-9A-Za-z]{1,64})_([0-9A-Za-z_-]{1,64})$/.exec(id) ?? [];
  return endpoint === undefined || event === undefined
    ? null
    : { endpointId: `wh_${endpoint}`, eventId: `evt_${event}` };
}
