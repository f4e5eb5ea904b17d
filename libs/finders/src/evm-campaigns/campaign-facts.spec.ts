import fc from 'fast-check';
import { type CampaignFacts, campaignFacts, type MemberValues } from './campaign-facts';

const CREATED_MS = Date.UTC(2026, 8, 1);
const seconds = (iso: string): bigint => BigInt(Date.parse(iso) / 1_000);
const values: MemberValues = {
  contract: '0x00000000000000000000000000000000000c0de1',
  token: '0x0000000000000000000000000000000000070ce1',
  merkleRoot: `0x${'AB'.repeat(32)}`,
};
const factsOf = (over: MemberValues): Partial<CampaignFacts> | null =>
  campaignFacts({ ...values, ...over }, CREATED_MS);

describe('facts of a campaign', () => {
  it('have checksums, lower-case roots and clean names', () =>
    expect(factsOf({ name: '\u202eUni\u0000swap\n' })).toMatchObject({
      contract: expect.stringMatching(/^0x0{35}[cC]0[dD][eE]1$/),
      merkleRoot: `0x${'ab'.repeat(32)}`,
      name: 'Uniswap',
    }));

  it('have no name from one without visible characters, and cut one of a megabyte', () => {
    expect(factsOf({ name: '\u200b\u0000' })?.name).toBeNull();
    expect(factsOf({ name: 'x'.repeat(1_000_000) })?.name).toHaveLength(80);
  });

  it.each([
    ['no end', {}, '2026-09-01T00:00:00.000Z', null],
    ['an end of 0, which means never', { endsAt: 0n }, '2026-09-01T00:00:00.000Z', null],
    ['the largest end', { endsAt: 2n ** 40n - 1n }, '2026-09-01T00:00:00.000Z', null],
    [
      'a start before the contract existed',
      { startsAt: 1n, endsAt: seconds('2026-10-01T00:00:00Z') },
      '2026-09-01T00:00:00.000Z',
      '2026-10-01T00:00:00.000Z',
    ],
    ['a later start', { startsAt: seconds('2026-09-20T12:00:00Z'), endsAt: 0n }, '2026-09-20T12:00:00.000Z', null],
    ['an end before the start', { startsAt: 1_900_000_000n, endsAt: 1_800_000_000n }, null, null],
    ['an end before the contract existed', { endsAt: 1n }, null, null],
    ['a start after the year 9999', { startsAt: 2n ** 40n - 1n, endsAt: 0n }, null, null],
  ])('have a claim window only within its bounds: %s', (_, window, startsAt, endsAt) =>
    expect(factsOf(window)).toMatchObject({ startsAt, endsAt }),
  );

  it('have no number of recipients above any number of wallets', () => {
    expect(factsOf({ recipients: 2n ** 256n - 1n })?.recipients).toBeNull();
    expect(factsOf({ recipients: 100_000n })?.recipients).toBe(100_000);
  });

  it.each([
    [0n, 'default'],
    [1n, 'attest'],
    [2n, 'execute'],
    [3n, 'other'],
    [2n ** 256n - 1n, 'other'],
    [undefined, null],
  ])('have the claim type of %s: %s', (claimType, name) =>
    expect(factsOf(claimType === undefined ? {} : { claimType })?.claimType).toBe(name),
  );

  it('have the exact amount', () =>
    expect(factsOf({ totalAmount: 2n ** 256n - 1n })?.totalAmount).toMatch(/^1157\d+5$/));

  it.each([
    '../../etc/passwd',
    'https://example.org/list.json',
    '',
    'Qm',
    `Qm${'1'.repeat(45)}`,
    'b'.repeat(1_000_000),
  ])('have no content id from %.40s', (cid) => expect(factsOf({ ipfsCid: cid })?.ipfsCid).toBeNull());

  it.each([
    'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR',
    'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  ])('have the content id %s, also of an ipfs URL', (cid) => {
    expect(factsOf({ ipfsCid: cid })?.ipfsCid).toBe(cid);
    expect(factsOf({ ipfsCid: `ipfs://${cid}` })?.ipfsCid).toBe(cid);
  });

  it.each([
    ['a root of zeros', { merkleRoot: `0x${'0'.repeat(64)}` }],
    ['a token of zeros', { token: `0x${'0'.repeat(40)}` }],
    ['a contract of zeros', { contract: `0x${'0'.repeat(40)}` }],
  ])('are none with %s', (_, over) => expect(factsOf(over)).toBeNull());

  it('keep the window in order for any numbers', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
    fc.assert(
      fc.property(
        fc.oneof(number, fc.bigInt(0n, 2n ** 34n)),
        fc.oneof(number, fc.bigInt(0n, 2n ** 34n)),
        (from, to) => {
          const facts = factsOf({ startsAt: from, endsAt: to });
          if (typeof facts?.startsAt !== 'string') return expect(facts?.endsAt).toBeNull();
          expect(facts.startsAt >= new Date(CREATED_MS).toISOString()).toBe(true);
          if (typeof facts.endsAt === 'string') expect(facts.endsAt > facts.startsAt).toBe(true);
        },
      ),
    );
  });
});
