import {
  normaliseCost,
  normaliseDrop,
  normaliseEffort,
  normaliseEvent,
  normaliseLegit,
  normaliseValue,
} from './normalise-drop';

describe('normaliseDrop', () => {
  const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
  const MEMORY = { kind: 'memory', url: null, at: null };
  const LEAST = { id: 'linea', name: 'Linea', chain: 'linea' };

  it('fills missing facts with null', () => {
    expect(normaliseDrop(LEAST)).toMatchObject({
      ...LEAST,
      chain: { value: 'linea', source: null },
      token: { symbol: null, decimals: null, address: null },
      wallets: null,
      status: null,
      snapshot: { block: null, date: null },
      distribution: { tokens: null, wallets: null, totalSupply: null },
      links: {},
      sources: {},
      events: [],
      value: { fdvUsd: null, priceUsd: null },
      cost: { gasUsd: null },
      effort: { identity: null },
      legit: {},
      caps: [],
      notes: null,
    });
  });

  it('inherits the source from the file to the group to the fact', () => {
    const drop = normaliseDrop({
      ...LEAST,
      source: DOCS,
      token: { source: 'memory', symbol: 'LINEA', decimals: { value: 18, source: DOCS, at: '2026-09-01' } },
      snapshot: { block: 21450000, date: '2026-07-10' },
      distribution: { tokens: '9361298700.5', wallets: { value: 749662, source: 'memory' } },
    });
    expect(drop.chain.source).toEqual(DOCS);
    expect(drop.token).toEqual({
      symbol: { value: 'LINEA', source: MEMORY },
      decimals: { value: 18, source: { ...DOCS, at: '2026-09-01' } },
      address: null,
    });
    expect(drop.snapshot).toEqual({
      block: { value: 21450000, source: DOCS },
      date: { value: '2026-07-10T00:00:00.000Z', source: DOCS },
    });
    // Token amounts stay text: a double would lose the last digits.
    expect(drop.distribution).toEqual({
      tokens: { value: '9361298700.5', source: DOCS },
      wallets: { value: 749662, source: MEMORY },
      totalSupply: null,
    });
  });

  // Otherwise the calendar would show a day, and the drop none.
  it('derives a missing snapshot from the confirmed event of the calendar', () => {
    const event = { id: 's', type: 'snapshot', title: 'Snapshot', starts_at: '2026-07-10', block: 7 } as const;
    const snapshotOf = (snapshot: object | undefined, ...events: object[]) =>
      normaliseDrop({ ...LEAST, source: 'memory', ...(snapshot && { snapshot }), events: events as (typeof event)[] })
        .snapshot;
    const derived = {
      block: { value: 7, source: MEMORY },
      date: { value: '2026-07-10T00:00:00.000Z', source: MEMORY },
    };
    expect(snapshotOf(undefined, event)).toEqual(derived);
    expect(snapshotOf({ date: null }, event)).toEqual(derived);
    const declared = snapshotOf({ date: '2026-07-10T15:00:00Z', block: 8, source: DOCS }, event);
    expect([declared.date?.value, declared.block?.value]).toEqual(['2026-07-10T15:00:00.000Z', 8]);
    const none = { block: null, date: null };
    expect(snapshotOf(undefined, { ...event, status: 'tentative' })).toEqual(none);
    expect(snapshotOf(undefined, { ...event, starts_at: '2026-07-01', precision: 'month' })).toEqual(none);
    expect(snapshotOf(undefined, event, { ...event, id: 't', starts_at: '2026-09-01' })).toEqual(none);
  });

  it('passes other members through unchanged', () => {
    const own = {
      wallets: ['evm', 'solana'],
      links: { site: 'https://linea.build' },
      sources: { evm: { rpc: 'linea' } },
      caps: ['contract_unverified'],
      notes: 'Two sources disagree.',
    } as const;
    expect(normaliseDrop({ ...LEAST, ...own, wallets: [], status: { value: 'tge', source: 'memory' } })).toMatchObject({
      ...own,
      wallets: [],
      status: { value: 'tge', source: MEMORY },
    });
  });

  it('converts a claim to the call for the chain, with the chain of the token by default', () => {
    const contract = '0x1789e0043623282d5dcc7f213d703c6d8bafbb04';
    const claimOf = (over: object, token = 'eip155:59144/erc20:0xab') =>
      normaliseDrop({
        ...LEAST,
        token: { address: token },
        claim: { rpc: 'linea', contract, check: 'uniswap', source: 'memory', ...over },
      }).claim;
    expect(claimOf({})).toEqual({
      rpc: 'linea',
      contract: 'eip155:59144:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
      check: 'isClaimed(uint256 index) returns (bool)',
      distributorStyle: 'uniswap',
      source: MEMORY,
    });
    expect(claimOf({ chain_id: 1 })?.contract).toMatch(/^eip155:1:0x/);
    expect(claimOf({ check: 'ens' })?.check).toBe('isClaimed(uint256 index) returns (bool)');
    expect(claimOf({ check: 'mapping' })?.check).toBe('claimed(address) returns (bool)');
    expect(claimOf({ check: { mapping: 'hasClaimed' } })?.check).toBe('hasClaimed(address) returns (bool)');
    const own = 'amountClaimed(address, uint256 index) returns (uint256)';
    expect(claimOf({ check: { function: own } })?.check).toBe(own);
  });

  // A new member with null would look like a change of every drop.
  it('gives a named list the members that it does not state, but no claim to the unnamed list without a check', () => {
    const contract = '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
    const claim = {
      ...{ rpc: 'base', contract, chain_id: 8453, source: 'memory' },
      lists: {
        'week-12': { check: { function: 'claimed(uint256 week, address) returns (bool)', args: [12, 'wallet'] } },
        'season-2': { check: 'mapping', chain_id: 1, source: { url: 'https://example.org/a', at: '2026-08-01' } },
      },
    } as const;
    const definition = normaliseDrop({ ...LEAST, claim });
    expect(Object.hasOwn(definition, 'claim')).toBe(false);
    expect(definition.listClaims).toEqual({
      'week-12': {
        rpc: 'base',
        contract: `eip155:8453:${contract}`,
        check: 'claimed(uint256 week, address) returns (bool)',
        args: ['12', 'wallet'],
        source: expect.objectContaining({ kind: 'memory' }),
      },
      'season-2': {
        rpc: 'base',
        contract: `eip155:1:${contract}`,
        check: 'claimed(address) returns (bool)',
        source: expect.objectContaining({ url: 'https://example.org/a' }),
      },
    });
  });

  it('gives a named list the hash of the code with the contract, and not to another contract', () => {
    const [contract, other] = [
      '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
      '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
    ];
    const code_hash = `0x${'ab'.repeat(32)}`;
    const lists = { a: {}, b: { contract: other }, c: { contract: other, code_hash } };
    const claim = {
      rpc: 'base',
      contract,
      chain_id: 8453,
      check: 'mapping',
      code_hash,
      source: 'memory',
      lists,
    } as const;
    const { claim: unnamed, listClaims } = normaliseDrop({ ...LEAST, claim });
    expect([unnamed, ...Object.values(listClaims ?? {})].map((each) => each?.codeHash)).toEqual([
      code_hash,
      code_hash,
      undefined,
      code_hash,
    ]);
    expect(Object.hasOwn(listClaims?.['b'] ?? {}, 'codeHash')).toBe(false);
  });

  it('dates the inherited source of a named list with the day that the list states', () => {
    const lists = { a: { at: '2026-08-05' }, b: {} };
    const source = { url: 'https://example.org/a', at: '2026-08-01' };
    const claim = {
      rpc: 'linea',
      contract: '0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
      ...{ chain_id: 59_144, check: 'mapping' as const, source, lists },
    } as const;
    const { claim: unnamed, listClaims } = normaliseDrop({ ...LEAST, claim });
    const days = [unnamed, listClaims?.['a'], listClaims?.['b']].map((each) => each?.source);
    expect(days).toMatchObject(['2026-08-01', '2026-08-05', '2026-08-01'].map((at) => ({ at, url: source.url })));
  });

  it('omits the claim if the file has none', () => {
    expect(Object.hasOwn(normaliseDrop(LEAST), 'claim')).toBe(false);
  });
});

const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
const fact = (value: unknown) => ({ value, source: DOCS });

describe('normaliseValue', () => {
  it('parses ranges, and treats one number as a range without spread', () => {
    const raw = { fdv_usd: [5e8, 4e9], supply_share: 0.1, eligible_wallets: { value: [1e5, 6e5] }, price_usd: null };
    expect(normaliseValue({ ...raw, allocation: 'points', haircut: 1, probability: 0.7 }, DOCS)).toEqual({
      fdvUsd: fact([5e8, 4e9]),
      supplyShare: fact([0.1, 0.1]),
      eligibleWallets: fact([1e5, 6e5]),
      allocation: fact('points'),
      haircut: fact(1),
      probability: fact(0.7),
      priceUsd: null,
    });
  });
});

describe('normaliseCost and normaliseEffort', () => {
  // An unknown cost and a cost of zero are different on the wire.
  it('distinguish zero and false from unknown', () => {
    expect(normaliseCost({ gas_usd: 0, source: DOCS }, null)).toEqual({
      gasUsd: fact(0),
      feesUsd: null,
      capitalUsd: null,
      days: null,
      subscriptionsUsd: null,
    });
    expect(normaliseEffort({ identity: false, minutes: 90 }, DOCS)).toEqual({
      minutes: fact(90),
      tasks: null,
      identity: fact(false),
      recurring: null,
      technical: null,
    });
  });
});

describe('normaliseLegit', () => {
  it('omits missing components', () => {
    const team = { score: 0.9, url: 'https://example.org/team', checked_at: '2026-08-01' };
    expect(normaliseLegit({ team, rules: { ...team, score: 0 } })).toEqual({
      team: { score: 0.9, url: 'https://example.org/team', checkedAt: '2026-08-01' },
      rules: { score: 0, url: 'https://example.org/team', checkedAt: '2026-08-01' },
    });
  });
});

describe('normaliseEvent', () => {
  const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
  const EVENT = { id: 'claim-1', type: 'claim', title: 'Claim window', starts_at: '2026-09-10' } as const;

  it('fills in the defaults', () => {
    expect(normaliseEvent(EVENT, DOCS)).toEqual({
      key: 'claim-1',
      type: 'claim',
      title: 'Claim window',
      startsAt: '2026-09-10T00:00:00.000Z',
      endsAt: null,
      precision: 'day',
      status: 'confirmed',
      block: null,
      phase: null,
      url: null,
      source: DOCS,
    });
  });

  // An end is exclusive: a window with an end on a day ends at the beginning of that day.
  it('converts a day to its first instant, and times to UTC', () => {
    const window = normaliseEvent({ ...EVENT, starts_at: '2026-09-10T15:00:00+02:00', ends_at: '2026-12-09' }, null);
    expect(window).toMatchObject({
      startsAt: '2026-09-10T13:00:00.000Z',
      endsAt: '2026-12-09T00:00:00.000Z',
      precision: 'minute',
      source: null,
    });
  });

  it('keeps declared values', () => {
    const declared = { precision: 'month', status: 'tentative', block: 7, url: 'https://example.org' } as const;
    const raw = {
      ...EVENT,
      ...declared,
      type: 'phase',
      phase: 'Wave 2',
      starts_at: '2026-09-01',
      source: 'memory',
    } as const;
    expect(normaliseEvent(raw, DOCS)).toMatchObject({
      ...declared,
      phase: 'Wave 2',
      source: { kind: 'memory', url: null, at: null },
    });
  });
});
