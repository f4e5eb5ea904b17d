import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';
import { writeDropText } from './write-drop';

const checkSchema = compileSchemaCheck();
const HEAD = 'id: linea\nname: Linea\nchain: linea\nsource: { url: https://a.b, at: 2025-09-10 }\n';
const TGE = '  - { id: tge, type: tge, title: Launch, starts_at: 2025-09-10 }\n';
const read = (outcome: string, events = TGE) =>
  readDropText('linea.yaml', `${HEAD}events:\n${events}outcome: ${outcome}\n`, checkSchema);
/** Errors as `line:column path: message`. */
const faultsOf = (outcome: string, events?: string) =>
  read(outcome, events).faults.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);

describe('an outcome', () => {
  it('is read with its days, and begins with the launch', () => {
    const { definition } = read('{ opening_usd: 0.03, day_7_usd: { value: 0.02, at: 2025-09-17 } }');
    expect(definition?.outcome).toMatchObject({
      openedAt: '2025-09-10T00:00:00.000Z',
      openingUsd: { value: 0.03, source: { url: 'https://a.b', at: '2025-09-10' } },
      day7Usd: { value: 0.02, source: { url: 'https://a.b', at: '2025-09-17' } },
      day1Usd: null,
      claimedShare: null,
    });
  });

  it('begins with the claim of a later season', () => {
    const later = `${TGE}  - { id: claim, type: claim, title: Season 2, starts_at: 2025-12-01T12:00:00Z }\n`;
    const { definition } = read('{ opening_usd: { value: 0.03, at: 2025-12-01 } }', later);
    expect(definition?.outcome?.openedAt).toBe('2025-12-01T12:00:00.000Z');
  });

  it('begins with the day on which tokens of a later season were sent', () => {
    const sent = `${TGE}  - { id: sent, type: phase, phase: Distribution, title: Season 2, starts_at: 2025-12-01 }\n`;
    const opening = '{ opening_usd: { value: 0.03, at: 2025-12-01 } }';
    expect(read(opening, sent).definition?.outcome?.openedAt).toBe('2025-12-01T00:00:00.000Z');
    expect(faultsOf(opening, sent.replace('Distribution', 'Season 2'))).toEqual([
      '8:44 outcome.opening_usd.at: must be 2025-09-10, 0 days after wallets could first have tokens',
    ]);
  });

  it('is absent without any fact', () => {
    for (const text of ['{}', '{ opening_usd: null, high_usd: { value: null } }']) {
      expect(read(text).faults).toEqual([]);
      expect(read(text).definition).not.toHaveProperty('outcome');
    }
  });

  it('is written as it was read', () => {
    const { definition } = read('{ opening_usd: 0.03, high_usd: { value: 0.05, at: 2026-01-01 }, claimed_share: 0.5 }');
    const text = writeDropText(definition!, checkSchema);
    expect(readDropText('linea.yaml', text, checkSchema).definition).toEqual(definition);
  });

  it.each([
    ['a price before the launch', '{ high_usd: { value: 1, at: 2025-09-09 } }', '7:38 outcome.high_usd.at: must not be before 2025-09-10, when wallets could first have tokens'],
    ['a share claimed before the launch', '{ at: 2025-09-09, claimed_share: 0.5 }', '7:43 outcome.claimed_share: must not be before 2025-09-10, when wallets could first have tokens'],
    ['a price of another day', '{ day_7_usd: { value: 1, at: 2025-09-18 } }', '7:39 outcome.day_7_usd.at: must be 2025-09-17, 7 days after wallets could first have tokens'],
    ['a late opening', '{ opening_usd: { value: 1, at: 2025-09-11 } }', '7:41 outcome.opening_usd.at: must be 2025-09-10, 0 days after wallets could first have tokens'],
    ['a high below a price', '{ opening_usd: 2, high_usd: 1 }', '7:38 outcome.high_usd: must not be below opening_usd, 2'],
    ['a price of 0', '{ opening_usd: 0 }', '7:25 outcome.opening_usd: must be above 0'],
    ['a price without bounds', '{ opening_usd: 1e13 }', '7:25 outcome.opening_usd: must be at most 1000000000000'],
    ['more than everything claimed', '{ claimed_share: 1.1 }', '7:27 outcome.claimed_share: must be at most 1'],
    ['a price from memory', '{ opening_usd: { value: 1, source: memory } }', '7:34 outcome.opening_usd.value: requires a source with an address'],
    ['an unknown key', '{ day_2_usd: 1 }', '7:12 outcome.day_2_usd: unknown key "day_2_usd"; did you mean "day_1_usd"?'],
  ])('is rejected with %s', (_, text, fault) => expect(faultsOf(text)).toEqual([fault])); // prettier-ignore

  it.each([
    ['tentative', '{ id: tge, type: tge, title: L, starts_at: 2025-09-10, status: tentative }'],
    ['known to the month', '{ id: tge, type: tge, title: L, starts_at: 2025-09-01, precision: month }'],
    ['of another type', '{ id: s, type: snapshot, title: S, starts_at: 2025-09-10 }'],
  ])('is rejected beside an event that is %s', (_, event) => {
    expect(faultsOf('{ opening_usd: 1 }', `  - ${event}\n`)).toEqual([
      '7:1 outcome: requires a confirmed event of type tge or claim, or a phase named Distribution, whose day is known',
    ]);
  });
});
