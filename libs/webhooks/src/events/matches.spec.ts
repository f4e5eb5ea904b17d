import { WEBHOOK_EVENT_TYPES } from '@droptrack/contracts';
import { endpointEvent } from './endpoint-event';
import { eventTypesNamed, matches, type Subscription } from './matches';

const everything: Subscription = { events: ['*'], drops: null, chains: null, minHype: null };
const event = { type: 'drop.updated', dropId: 'linea', chain: 'linea', hype: 65 } as const;
const want = (over: Partial<Subscription>, of: Partial<Parameters<typeof matches>[1]> = {}) =>
  matches({ ...everything, ...over }, { ...event, ...of });

describe('matches', () => {
  it.each<[string[], boolean]>([
    [['drop.updated'], true],
    [['drop.*'], true],
    [['*'], true],
    [['hype.*', 'drop.updated'], true],
    [['drop.created'], false],
    [['calendar.*'], false],
    [['drop'], false],
    [['drop.'], false],
    [['dro.*'], false],
    [[], false],
  ])('%j: %s', (events, isWanted) => expect(want({ events })).toBe(isWanted));

  it('accepts an event that passes all filters', () => {
    expect(want({ drops: ['scroll', 'linea'], chains: ['linea'], minHype: 65 })).toBe(true);
    expect(want({ drops: ['scroll'] })).toBe(false);
    expect(want({ chains: ['base'] })).toBe(false);
    expect(want({ minHype: 66 })).toBe(false);
    expect(want({ minHype: 0 }, { hype: null })).toBe(false);
    expect(want({ chains: ['linea'] }, { chain: null })).toBe(false);
  });

  it('does not filter events without a drop', () => {
    const strict = { drops: ['scroll'], chains: ['base'], minHype: 100 };
    expect(want(strict, { type: 'webhook.disabled', dropId: null, chain: null, hype: null })).toBe(true);
  });
});

it('eventTypesNamed expands names to the types that matches() accepts', () => {
  for (const name of ['*', 'drop.*', 'webhook.*', 'hype.threshold_crossed', 'nonsense', 'drop']) {
    const found = WEBHOOK_EVENT_TYPES.filter((type) => want({ events: [name] }, { type }));
    expect(eventTypesNamed([name])).toEqual(found);
  }
  expect(eventTypesNamed(['hype.*', 'drop.archived', 'hype.*'])).toEqual(['drop.archived', 'hype.threshold_crossed']);
});

// An event must not contain the secret or the health of the endpoint.
it('an event about an endpoint has the members of the contract, in its order', () => {
  const endpoint = {
    filters: { min_hype: null, chains: null, drops: ['linea'] },
    id: 'wh_1',
    enabled: false,
    url: 'https://hooks.example/',
    events: ['*'],
    description: null,
    secret: 'whsec_x',
  };
  const draft = endpointEvent('webhook.disabled', endpoint, { enabled: true }, Date.UTC(2026, 7, 22), 'evt_1');
  expect(draft).toEqual({
    id: 'evt_1',
    type: 'webhook.disabled',
    seq: null,
    dropId: null,
    chain: null,
    hype: null,
    recordedAtMs: Date.UTC(2026, 7, 22),
    body:
      '{"id":"evt_1","type":"webhook.disabled","api_version":"v1","timestamp":"2026-08-22T00:00:00.000Z","sequence":null,' +
      '"data":{"object":{"id":"wh_1","url":"https://hooks.example/","events":["*"],"description":null,' +
      '"filters":{"drops":["linea"],"chains":null,"min_hype":null},"enabled":false},"previous":{"enabled":true}}}',
  });
});
