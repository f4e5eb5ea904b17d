import * as fc from 'fast-check';
import { InMemoryTree, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { runs } from '../../../../tools/test/runs';
import type { CampaignRow } from './read-campaign-list';
import { verifyCampaignList } from './verify-campaign-list';

const wallet = (number: number): Uint8Array => {
  const bytes = Buffer.alloc(20, 7);
  bytes.writeUInt32BE(number, 16);
  return bytes;
};
const row = (number: number, over: Partial<CampaignRow> = {}): CampaignRow => ({
  line: number + 1,
  wallet: wallet(number),
  amount: 10n,
  index: BigInt(number),
  ...over,
});

/** Verifies rows against the root of their own tree. */
function verify(rows: readonly CampaignRow[]) {
  const leaves = rows.map((one) => Buffer.from(treeKind('uniswap').leafHash(one, PORTABLE_HASH)));
  const { root } = new InMemoryTree('uniswap', Buffer.concat(leaves.sort((a, b) => a.compare(b))), PORTABLE_HASH);
  const merkleRoot = `0x${Buffer.from(root).toString('hex')}`;
  const campaign = { treeFormat: 'uniswap', merkleRoot, totalAmount: null, recipients: null } as const;
  return verifyCampaignList(inBatches(rows), campaign, PORTABLE_HASH);
}

async function* inBatches(rows: readonly CampaignRow[]): AsyncGenerator<readonly CampaignRow[]> {
  for (let at = 0; at < rows.length; at += 3) yield Promise.resolve(rows.slice(at, at + 3));
}

const rejected = (message: string) => ({ name: 'CampaignListError', kind: 'rejected', message });

// A list that is verified, and only then rejected by the load, would be accepted with a false number of recipients.
it('a list of the root of its contract is verified if and only if its wallets and claim indexes are distinct', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ of: fc.nat({ max: 30 }), index: fc.nat({ max: 30 }) }), { minLength: 1, maxLength: 8 }),
      async (numbers) => {
        const rows = numbers.map(({ of, index }, at) =>
          row(at, { wallet: wallet(of), index: BigInt(index), amount: BigInt(at) }),
        );
        const has = (values: readonly number[]) => new Set(values).size < values.length;
        const result = await verify(rows).catch((error: unknown) => error);
        if (has(numbers.map(({ of }) => of))) {
          expect(result).toMatchObject(rejected('it has several rows of one wallet'));
        } else if (has(numbers.map(({ index }) => index))) {
          expect(result).toMatchObject(rejected('it has several rows with one claim index'));
        } else expect(result).toMatchObject({ wallets: rows.length });
      },
    ),
    { numRuns: runs(20, 100) },
  ));

it.each([
  ['wallet', { wallet: wallet(0) }, 'it has several rows of one wallet'],
  ['claim index', { index: 0n }, 'it has several rows with one claim index'],
])('the %s of the first row is recognized in the last of more rows than the first buffers hold', async (...args) => {
  const [, twice, message] = args;
  const rows = Array.from({ length: 4_200 }, (_, n) => row(n));
  await expect(verify([...rows, row(4_200, twice)])).rejects.toMatchObject(rejected(message));
  await expect(verify(rows)).resolves.toEqual({ wallets: 4_200, total: 42_000n });
});

it('a total that no token can have is rejected', async () => {
  const most = row(0, { amount: 2n ** 256n - 1n });
  await expect(verify([most, row(1, { amount: 1n })])).rejects.toMatchObject(rejected('its total is 2^256 or more'));
  await expect(verify([most, row(1, { amount: 0n })])).resolves.toEqual({ wallets: 2, total: 2n ** 256n - 1n });
});
