import { deriveHype } from './hype';
import { dropDefinition, eventDefinition, fact } from '../testing';

const AT_MS = Date.parse('2026-08-22T10:00:00.000Z');
const reading = (value: number) => ({ value, observedAtMs: AT_MS, dayValues: [] });

describe('deriveHype', () => {
  it('scores a calendar with an event soon above an empty one', () => {
    const soon = eventDefinition({ startsAt: '2026-08-22T11:00:00.000Z' });
    const at = (events: readonly (typeof soon)[]) => deriveHype(dropDefinition({ events }), {}, AT_MS).score;
    expect(at([soon])).toBe(29);
    expect(at([{ ...soon, status: 'tentative' }])).toBe(24);
    expect(at([{ ...soon, precision: 'month' }])).toBe(24);
    expect(at([{ ...soon, startsAt: '2026-08-22T10:00:00.000Z' }])).toBe(24);
  });

  it('removes signals that do not apply, and rescales the others', () => {
    const known = { tvl_usd: reading(1e9) };
    const anywhere = deriveHype(dropDefinition({ chain: fact('somewhere') }), known, AT_MS);
    const noRepository = deriveHype(dropDefinition({ sources: { github: false } }), known, AT_MS);
    const statusOf = (score: typeof anywhere, id: string) => score.signals.find((signal) => signal.id === id)?.status;
    expect(statusOf(anywhere, 'dev_committers')).toBe('missing');
    expect(statusOf(noRepository, 'dev_committers')).toBe('not_applicable');
    expect(noRepository.exact).toBeGreaterThan(anywhere.exact);
  });

  it('does not apply active wallets to a chain without EVM, unless the definition declares a query', () => {
    const statusOn = (chain: string, sources = {}) =>
      deriveHype(dropDefinition({ chain: fact(chain), sources }), {}, AT_MS).signals[2]?.status;
    expect(statusOn('solana')).toBe('not_applicable');
    expect(statusOn('celestia')).toBe('not_applicable');
    expect(statusOn('linea')).toBe('missing');
    expect(statusOn('unknown-chain')).toBe('missing');
    expect(statusOn('solana', { evm: { rpc: 'linea' } })).toBe('missing');
  });
});
