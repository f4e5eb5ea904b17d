import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { doubtTotal } from './doubt-total';

const doubt = (total: bigint, tokens: string | null, decimals: number | null = 18, kind = 'allocation' as const) => {
  const distribution = { tokens: tokens === null ? null : fact(tokens), wallets: null, totalSupply: null };
  return doubtTotal({ kind, total: total.toString(), decimals }, dropDefinition({ distribution }));
};
const TOKEN = 10n ** 18n;

it('has doubts about a list in the wrong unit, either way', () => {
  expect(doubt(149_843_200n, '150000000')).toBe(
    'Is the unit right? The list comes to 0.0000000001498432 tokens, the catalogue says 150000000 were given out.',
  );
  expect(doubt(4_000_000n * TOKEN * TOKEN, '4000000')).toContain('Is the unit right?');
});

it('has none about a list that is merely smaller or larger than stated, to a thousand times', () => {
  for (const total of [1n, 1_000n, 1_000_000n]) expect(doubt(total * TOKEN, '1000')).toBeNull();
  expect(doubt(TOKEN - 1n, '1000')).not.toBeNull();
  expect(doubt(1_000_000n * TOKEN + 1n, '1000')).not.toBeNull();
});

it('has none where there is nothing to compare with', () => {
  expect(doubt(1n, null)).toBeNull();
  expect(doubt(1n, '1000', null)).toBeNull();
  expect(doubt(1n, '0')).toBeNull();
  expect(doubt(1n, '0.5', 0)).toBeNull();
});
