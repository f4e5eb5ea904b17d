import { emptyView } from '@droptrack/catalogue';
import { LiveCatalogue } from './live-catalogue';
import { KEYS_UNCONFIRMED_MS_MAX, Primary } from './primary';

function setUp() {
  const clock = { ms: 0 };
  const primary = new Primary(() => clock.ms);
  const catalogue = new LiveCatalogue(() => clock.ms, 0, primary);
  catalogue.start(emptyView);
  const replicated = (asOfMs: number, more: object = {}) =>
    catalogue.confirmed({ seq: 0, asOfMs, clockSkewMs: 0, ...more });
  return { clock, primary, catalogue, replicated };
}

describe('the clock of an instance that reads a replica', () => {
  it('is that of the primary: a replica whose host is behind puts no log ahead of it', () => {
    const { primary, catalogue, replicated } = setUp();
    replicated(10_000, { logAheadMs: 5_000 });
    expect(catalogue.logAheadMs()).toBe(0);
    primary.confirmed({ asOfMs: 10_000, clockMs: 9_000 });
    expect(catalogue.logAheadMs()).toBe(1_000);
  });

  it('is none while the primary is away', () => {
    const { clock, primary, catalogue } = setUp();
    primary.confirmed({ asOfMs: 10_000, clockMs: 5_000 });
    clock.ms = 1_001;
    expect(catalogue.logAheadMs()).toBe(0);
  });
});

describe('the age of keys that are read in a replica', () => {
  it('is that of the last response of the primary, or of its newest confirmation that has arrived', () => {
    const { clock, primary, catalogue, replicated } = setUp();
    replicated(10_000);
    primary.contacted();
    clock.ms = 300_000;
    replicated(10_000);
    expect(catalogue.keysAgeMs()).toBe(300_000);
    // Other instances still confirm: the primary is cut off from this one alone.
    replicated(11_000);
    expect(catalogue.keysAgeMs()).toBe(0);
  });

  it('is not forgotten by a restart', () => {
    const { catalogue, replicated } = setUp();
    replicated(10_000, { ageMs: KEYS_UNCONFIRMED_MS_MAX + 1 });
    expect(catalogue.keysAgeMs()).toBeGreaterThan(KEYS_UNCONFIRMED_MS_MAX);
  });
});
