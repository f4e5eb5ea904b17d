import { type Json, settingsReader } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { NAME_LENGTH_MAX } from '@droptrack/discovery';
import { type FakeIndexEntry, fakeRotkiIndex } from './fake-source';
import { rotkiIndexFinder } from './rotki-index';
import { rotkiIndex } from './source';

const NOW = Date.UTC(2026, 8, 1, 12);
const TOKEN = 'eip155:8453/erc20:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let answering: FakeHandler;
let host: FakeServer;
beforeEach(async () => {
  host = await startFakeServer((asked) => answering(asked));
});
afterEach(() => host.close());

const entry = (over: Partial<FakeIndexEntry> = {}): FakeIndexEntry => ({
  name: 'Quill',
  asset_identifier: TOKEN,
  url: 'https://claim.quill.test/season-1?ref=index',
  ...over,
});
const find = async (memory: Json | null = null) => {
  const finder = rotkiIndexFinder({ url: `${host.url}/airdrops/index_v4.json` });
  return finder.read(finderRun({ nowMs: NOW, memory }));
};
const findOne = async (over: Partial<FakeIndexEntry>) => {
  answering = fakeRotkiIndex({ quill: entry(over) });
  return (await find()).sightings[0];
};

describe('the finder of the index of rotki', () => {
  it('is off without a URL, as the index states no licence', () => {
    expect(rotkiIndex.readSettings(settingsReader({}, []))).toBeNull();
  });

  it('returns each list with its token, end and the site of its claim page', async () => {
    answering = fakeRotkiIndex({
      quill: entry({
        cutoff_time: 1_800_000_000,
        new_asset_data: { asset_type: 'EVM_TOKEN', name: 'Quill', address: '0x', symbol: 'QUIL', decimals: 18 },
      }),
    });
    const { sightings, gone, memory } = await find();
    expect({ gone, memory }).toEqual({ gone: [], memory: ['quill'] });
    expect(sightings).toEqual([
      expect.objectContaining({
        externalId: 'quill',
        kind: 'list',
        name: 'Quill',
        identity: { token: TOKEN, contract: null, defillama: null, market: null },
        facts: expect.objectContaining({
          chain: 'base',
          symbol: 'QUIL',
          decimals: 18,
          endsAt: '2027-01-15T08:00:00.000Z',
          site: 'https://claim.quill.test',
        }),
      }),
    ]);
  });

  it('writes a token in the case of its checksum, whatever case the index has', async () => {
    const sighting = await findOne({ asset_identifier: TOKEN.toLowerCase() });
    expect(sighting?.identity.token).toBe(TOKEN);
  });

  // Four seasons of one token are four drops.
  it('takes a token with several lists for the identity of none', async () => {
    answering = fakeRotkiIndex({
      season_1: entry(),
      season_2: entry({ asset_identifier: TOKEN.toLowerCase() }),
      other: entry({ asset_identifier: TOKEN.replace('8453', '1') }),
    });
    const { sightings } = await find();
    expect(sightings.map(({ identity }) => identity.token)).toEqual([null, null, TOKEN.replace('8453', '1')]);
  });

  it.each(['DBR', 'eip155:1/erc20:0x12', `eip155:0/erc20:0x${'1'.repeat(40)}`, ''])(
    'has no token for the identifier %j',
    async (asset_identifier) => {
      const sighting = await findOne({ asset_identifier });
      expect(sighting).toMatchObject({ identity: { token: null }, facts: { chain: null } });
    },
  );

  it('reports lists that the index no longer has', async () => {
    answering = fakeRotkiIndex({ quill: entry() });
    expect((await find(['quill', 'lark'])).gone).toEqual(['lark']);
    expect((await find({ of: 'another version' })).gone).toEqual([]);
  });
});

describe('texts of the index', () => {
  it('become names without control and bidirectional characters, of bounded length', async () => {
    const sighting = await findOne({ name: `\u202E\u0000Quill\n${'z'.repeat(500)}` });
    expect(sighting?.name).toMatch(/^Quill z+$/);
    expect(sighting?.name).toHaveLength(NAME_LENGTH_MAX);
    expect(await findOne({ name: '\u200B' })).toBeUndefined();
  });

  it.each([
    'http://claim.quill.test/',
    'javascript:alert(1)',
    'https://github.com/quill/drop',
    'https://claim.quill.test:8443/',
    'claim.quill.test',
    '',
  ])('are no site: %j', async (url) => expect((await findOne({ url }))?.facts.site).toBeNull());

  it('are no ids with a path, a blank or a mark', async () => {
    answering = fakeRotkiIndex({ '../x': entry(), 'a b': entry(), '\u202Ex': entry(), ['i'.repeat(101)]: entry() });
    expect((await find()).sightings).toEqual([]);
  });
});

describe('responses of another shape', () => {
  it.each([
    ['a list', [], ''],
    ['no index', { index: {} }, 'airdrops'],
    ['a number as name', { airdrops: { quill: { ...entry(), name: 5 } } }, 'airdrops.quill.name'],
    ['a date as end', { airdrops: { quill: { ...entry(), cutoff_time: '2026' } } }, 'airdrops.quill.cutoff_time'],
    ['an end below 0', { airdrops: { quill: { ...entry(), cutoff_time: -1 } } }, 'airdrops.quill.cutoff_time'],
    ['a hostile key', { airdrops: { '\u001B[2J"\u202E': {} } }, 'airdrops.?[2J??.name'],
  ])('fail with the path: %s', async (_what, body, path) => {
    answering = () => ({ body: JSON.stringify(body) });
    await expect(find()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: `${new URL(host.url).host}: unexpected response at "${path}"`,
    });
  });
});
