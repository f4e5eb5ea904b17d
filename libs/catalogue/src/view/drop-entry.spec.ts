import { dropEntryOf, presentDrop } from './drop-entry';
import { dropBody, dropChange, LOG_START_MS, logOf } from './testing';

describe('presentDrop', () => {
  // jsonb keeps keys by length, then by name: what was stored in order comes back in another.
  it('shows the eleven fields in the order of the contract, whatever order they are stored in', () => {
    const body = dropBody();
    const reversed = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
    const stored = reversed({
      ...body,
      rating: reversed(body.rating),
      ev_usd: reversed(body.ev_usd),
      snapshot: reversed(body.snapshot),
    }) as typeof body;

    expect(JSON.stringify(presentDrop(stored, LOG_START_MS))).toBe(
      '{"id":"linea","name":"Linea","chain":"linea","status":"upcoming","hype_score":65,"hype_delta_7d":12,' +
        '"rating":{"reward":47,"legit":82,"difficulty":35},"ev_usd":{"p50":87.04,"p10":7.1,"p90":1066.67},' +
        '"snapshot":{"block":21450000,"date":"2026-07-10T00:00:00.000Z"},"cost_usd":12.5,' +
        '"updated_at":"2026-08-22T10:00:00.000Z"}',
    );
  });

  it('shows nothing that the contract does not name', () => {
    const body = { ...dropBody(), internal: 'not for clients' };
    expect(presentDrop(body, LOG_START_MS)).not.toHaveProperty('internal');
  });

  it('gives updated_at to the millisecond', () => {
    expect(presentDrop(dropBody(), LOG_START_MS + 7).updated_at).toBe('2026-08-22T10:00:00.007Z');
  });
});

describe('dropEntryOf', () => {
  it('makes one entry for one revision, so that two views share it', () => {
    const [revision] = logOf([dropChange(dropBody())]);
    expect(dropEntryOf(revision!)).toBe(dropEntryOf(revision!));
  });

  // A key that is not a number would put every row beside it out of order.
  it('counts a snapshot date that is no date as none', () => {
    const [revision] = logOf([dropChange(dropBody({ snapshot: { block: null, date: 'soon' } }))]);
    expect(dropEntryOf(revision!)).toMatchObject({ snapshotMs: null });
  });
});
