import { dropEntryOf, presentDrop } from './drop-entry';
import { dropBody, dropChange, LOG_START_MS, logOf } from './testing';

describe('presentDrop', () => {
  // jsonb sorts keys by length, then by name.
  it('returns the twenty members in the order of the contract, for any stored order', () => {
    const body = dropBody();
    const reversed = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
    const stored = reversed({
      ...body,
      rating: reversed(body.rating),
      ev_usd: reversed(body.ev_usd),
      snapshot: reversed(body.snapshot),
    }) as typeof body;

    expect(JSON.stringify(presentDrop(stored, LOG_START_MS))).toBe(
      '{"id":"linea","name":"Linea","chain":"linea","chain_id":59144,"symbol":"LINEA",' +
        '"token":"eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04","status":"upcoming","hype_score":65,"hype_delta_7d":12,"hype_confidence":0.86,' +
        '"rating":{"reward":47,"legit":82,"difficulty":35},"ev_usd":{"p50":87.04,"p10":7.1,"p90":1066.67,"basis":"forecast"},' +
        '"snapshot":{"block":21450000,"date":"2026-07-10T00:00:00.000Z"},"launch_at":"2026-09-10T00:00:00.000Z",' +
        '"claim":{"opens_at":"2026-09-10T13:00:00.000Z","closes_at":"2026-12-09T00:00:00.000Z","state":"not_open"},' +
        '"tokens":"9361298700","wallets":749662,"cost_usd":12.5,' +
        '"distribution":{"method":"merkle","checker":null},' +
        '"updated_at":"2026-08-22T10:00:00.000Z"}',
    );
  });

  it('returns null for the confidence of rows that were recorded without it', () => {
    const older = dropBody();
    Reflect.deleteProperty(older, 'hype_confidence');
    expect(presentDrop(older, LOG_START_MS).hype_confidence).toBeNull();
  });

  it('returns null for the basis of values that were recorded without it', () => {
    const { p10, p50, p90 } = dropBody().ev_usd;
    expect(presentDrop(dropBody({ ev_usd: { p10, p50, p90 } }), LOG_START_MS).ev_usd).toEqual({
      p10,
      p50,
      p90,
      basis: null,
    });
  });

  it('returns unknown row facts for rows that were recorded without them', () => {
    const { chain_id, symbol, token, launch_at, claim, tokens, wallets, ...older } = dropBody();
    expect([chain_id, symbol, token, launch_at, claim, tokens, wallets]).not.toContain(undefined);
    expect(presentDrop(older, LOG_START_MS)).toMatchObject({
      ...{ chain_id: null, symbol: null, token: null, launch_at: null, tokens: null, wallets: null },
      claim: { opens_at: null, closes_at: null, state: 'unknown' },
    });
  });

  it('returns the distribution in the order of the contract, and nulls for rows without it', () => {
    const checker = { list: 'per_wallet', kind: 'page', url: 'https://linea.example/airdrop' } as const;
    const { distribution } = presentDrop(dropBody({ distribution: { checker, method: 'merkle' } }), LOG_START_MS);
    expect(JSON.stringify(distribution)).toBe(
      '{"method":"merkle","checker":{"url":"https://linea.example/airdrop","kind":"page","list":"per_wallet"}}',
    );
    const older = dropBody();
    Reflect.deleteProperty(older, 'distribution');
    expect(presentDrop(older, LOG_START_MS).distribution).toEqual({ method: null, checker: null });
  });

  it('returns only members of the contract', () => {
    const body = { ...dropBody(), internal: 'not for clients' };
    expect(presentDrop(body, LOG_START_MS)).not.toHaveProperty('internal');
  });

  it('returns updated_at with milliseconds', () => {
    expect(presentDrop(dropBody(), LOG_START_MS + 7).updated_at).toBe('2026-08-22T10:00:00.007Z');
  });
});

describe('dropEntryOf', () => {
  it('creates one entry per revision, so that two views share it', () => {
    const [revision] = logOf([dropChange(dropBody())]);
    expect(dropEntryOf(revision!)).toBe(dropEntryOf(revision!));
  });

  // A key of NaN would break the order of all rows.
  it('treats an invalid snapshot date as none', () => {
    const [revision] = logOf([dropChange(dropBody({ snapshot: { block: null, date: 'soon' } }))]);
    expect(dropEntryOf(revision!)).toMatchObject({ snapshotMs: null });
  });
});
