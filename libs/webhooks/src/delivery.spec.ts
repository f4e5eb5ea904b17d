import { deliveryId, readDeliveryId } from './delivery';

describe('the id of a delivery', () => {
  it.each([
    ['wh_3kT9vPq2Lm', 'evt_3pY7jN0c0W1bq8m6sXv5Rg'],
    ['wh_a', 'evt__-_'],
  ])('contains its endpoint and its event: %s, %s', (endpointId, eventId) => {
    expect(readDeliveryId(deliveryId(endpointId, eventId))).toEqual({ endpointId, eventId });
  });

  it.each([
    '',
    'dlv_',
    'dlv_48213',
    'dlv_a_',
    'dlv__b',
    'dlv_a_b\n',
    'dlv_\u0000_b',
    `dlv_${'a'.repeat(65)}_b`,
    'evt_a_b',
  ])('rejects %j', (text) => expect(readDeliveryId(text)).toBeNull());
});
