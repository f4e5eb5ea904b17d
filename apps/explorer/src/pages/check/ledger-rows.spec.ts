import type { ClaimLedger } from '@droptrack/contracts';
import { check, eligible } from './testing';

const TOKENS = '000000000000000000';
const LEDGER: ClaimLedger = {
  ...{ block: 23_400_000, block_at: '2026-11-23T11:50:00.000Z', behind_blocks: 64, behind_seconds: 768, current: true },
  ...{ claimed_at: null, transaction: null, unlocked: null, locked: null, next_unlock_at: null },
  ...{ claimable_now: `750${TOKENS}`, forfeited: null },
};
const textOf = async (ledger: Partial<ClaimLedger>, claimed = false) => {
  const claim = { ...eligible().claim, claimed, claimed_amount: `500${TOKENS}`, ledger: { ...LEDGER, ...ledger } };
  return (await check({ drop: 'linea' }, { 'POST /v1/eligibility': eligible({ claim }) })).text;
};

it('shows the rest, not the total, and the block as of which it is', async () => {
  const text = await textOf({});
  expect(text).toContain('Claimable now 750 LINEA');
  expect(text).toContain('Claims known up to block 23,400,000, Nov 23, 2026, 11:50 UTC');
  for (const term of ['Locked', 'Not claimed in time', 'behind the chain']) expect(text).not.toContain(term);
});

it('shows when more unlocks', async () => {
  const text = await textOf({ locked: `25${TOKENS}`, next_unlock_at: '2026-12-01T00:00:00.000Z' });
  expect(text).toMatch(/Locked 25 LINEA, more unlocks Dec 1, 2026/);
});

it('shows when the wallet claimed, and that nothing is left', async () => {
  const text = await textOf({ claimed_at: '2026-11-20T08:00:00.000Z', claimable_now: '0', locked: '0' }, true);
  expect(text).toMatch(/Claimed Yes, 500 LINEA, Nov 20, 2026/);
  expect(text).toContain('Claimable now Nothing');
  expect(text).not.toContain('Locked');
});

it('shows what was not claimed in time, and that a ledger is behind', async () => {
  expect(await textOf({ claimable_now: null, forfeited: `1${TOKENS}` })).toContain('Not claimed in time 1 LINEA');
  expect(await textOf({ current: false, claimable_now: null })).toContain(
    '(behind the chain: a later claim is not known)',
  );
});
