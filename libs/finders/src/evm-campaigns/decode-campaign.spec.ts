import { encodeEventTopics, pad, parseAbiItem } from 'viem';
import { bundledFactories } from './bundled-factories';
import { type CampaignEvent, factoriesOf } from './chain-factories';
import { decodeCampaign } from './decode-campaign';
import { argumentsFor, fakeLog } from './testing/fake-logs';

/** Polygon, on which all releases are deployed. */
const factories = factoriesOf(bundledFactories(), 137);
const events = factories.addresses.flatMap((address) =>
  factories.topics.flatMap((topic) => {
    const event = factories.eventOf(address, topic);
    return event === undefined ? [] : [{ name: `${event.terms.version} ${event.abi.name}`, address, topic, event }];
  }),
);
const declared = {
  contract: '0x00000000000000000000000000000000000c0de1',
  token: '0x0000000000000000000000000000000000070ce1',
  merkleRoot: `0x${'ab'.repeat(32)}`,
  name: 'Season “1” – Zoë',
  ipfsCid: 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR',
  startsAt: 1_790_000_000n,
  endsAt: 1_800_000_000n,
  totalAmount: 2n ** 127n,
  recipients: 12_345n,
  claimType: 1n,
};
const logOf = (address: string, event: CampaignEvent, values: object) =>
  fakeLog(address, event, argumentsFor(event, values as Record<string, unknown>));

describe('creation events of Sablier', () => {
  it('are those of five releases', () => {
    const names = events.map(({ name }) => name).sort();
    expect(names).toEqual([
      'v1.1 CreateMerkleStreamerLL',
      'v1.2 CreateMerkleLL',
      'v1.2 CreateMerkleLT',
      'v1.3 CreateMerkleInstant',
      'v1.3 CreateMerkleLL',
      'v1.3 CreateMerkleLT',
      'v2.0 CreateMerkleInstant',
      'v2.0 CreateMerkleLL',
      'v2.0 CreateMerkleLT',
      'v2.0 CreateMerkleVCA',
      'v3.0 CreateMerkleExecute',
      'v3.0 CreateMerkleInstant',
      'v3.0 CreateMerkleLL',
      'v3.0 CreateMerkleLT',
      'v3.0 CreateMerkleVCA',
    ]);
    // Two releases with one topic could not be distinguished at an operator's own factory.
    expect(new Set(events.map(({ topic }) => topic)).size).toBe(events.length);
  });

  // The releases differ in names, order and nesting of the arguments.
  it.each(events)('are decoded with all that they state: $name', ({ address, event }) => {
    const values = Object.fromEntries(Object.entries(declared).filter(([member]) => member in event.members));
    const decoded = decodeCampaign(event, logOf(address, event, values));
    expect({ ...decoded, contract: decoded?.contract?.toString().toLowerCase() }).toMatchObject({
      ...values,
      token: expect.stringMatching(new RegExp(declared.token, 'i')),
    });
    const expected = ['contract', 'token', 'merkleRoot', 'ipfsCid', 'endsAt', 'totalAmount', 'recipients'];
    const named = event.terms.version === 'v1.1' ? [] : ['name'];
    const started = /^v[23]/.test(event.terms.version ?? '') ? ['startsAt'] : [];
    const typed = event.terms.version === 'v3.0' && event.terms.claimType === null ? ['claimType'] : [];
    expect(Object.keys(decoded ?? {}).sort()).toEqual([...expected, ...named, ...started, ...typed].sort());
  });

  // A plain claim reverts unless it is of the type `default`: docs.sablier.com/reference/airdrops/contracts/types/enum.ClaimType
  it('of v3.0 state the way to claim, and those of MerkleExecute have one only', () => {
    const typesOf = (version: string) =>
      events
        .filter(({ event }) => event.terms.version === version)
        .map(({ event: { terms, members } }) => [terms.claimType, members.claimType]);
    expect(typesOf('v3.0').sort()).toEqual([
      ...Array.from({ length: 4 }, () => [null, 'campaignParams.claimType']),
      ['execute', undefined],
    ]);
    expect(typesOf('v2.0')).toEqual(Array.from({ length: 4 }, () => [null, undefined]));
  });

  it.each(events)('are rejected with truncated or no data: $name', ({ address, event }) => {
    const log = logOf(address, event, declared);
    for (const data of ['0x', log.data.slice(0, 130), log.data.slice(0, -640)]) {
      expect(decodeCampaign(event, { ...log, data })).toBeNull();
    }
    expect(decodeCampaign(event, { ...log, topics: log.topics.slice(0, 1) })).toBeNull();
  });

  it('are decoded with a name of a megabyte, and rejected with a length beyond the data', () => {
    const { address, event } = events.find(({ name }) => name === 'v1.3 CreateMerkleInstant')!;
    const log = logOf(address, event, { ...declared, name: 'x'.repeat(1_000_000) });
    expect(decodeCampaign(event, log)?.name).toHaveLength(1_000_000);
    const length = (1_000_000).toString(16).padStart(64, '0');
    expect(log.data).toContain(length);
    expect(decodeCampaign(event, { ...log, data: log.data.replace(length, 'f'.repeat(64)) })).toBeNull();
  });
});

it('a name of type bytes32 is decoded as text', () => {
  const abi = parseAbiItem('event Created(address indexed campaign, bytes32 label)');
  const members = { contract: 'campaign', name: 'label' };
  const event: CampaignEvent = { ...events[0]!, terms: events[0]!.event.terms, abi, members };
  const topics = encodeEventTopics({ abi: [abi], args: { campaign: declared.contract as `0x${string}` } }) as string[];
  const data = pad('0x50617773', { dir: 'right' });
  expect(decodeCampaign(event, { topics, data })?.name).toBe('Paws');
});
