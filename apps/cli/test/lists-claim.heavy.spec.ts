import type { EligibilityResult } from '@droptrack/contracts';
import { verifyProof } from '@droptrack/sdk';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, anvilMissing, startAnvil } from '../../../tools/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims.
import {
  balanceOf,
  type Claim,
  claim,
  deployDistributor,
  type Distributor,
} from '../../../libs/claims/test/distributor';
import { ListsService } from './lists-service';

const missing = anvilMissing();
if (missing !== null) console.warn(`Claiming by the API's proofs is not tested: ${missing}`);

const CHAIN_ID = 31_337;
const WALLETS = 300;
/** Longer than the cache time of "not yet claimed". */
const LATER_MS = 61_000;
const CHECKS = { uniswap: 'uniswap', openzeppelin: 'mapping', ens: 'ens' } as const;
const FORMATS = ['uniswap', 'openzeppelin', 'ens'] as const;

/** Wallets without a known owner, with amounts from 1 to beyond the precision of a double. */
const LEAVES = Array.from({ length: WALLETS }, (_, index) => ({
  index,
  wallet: `0x${createHash('sha256').update(`claimant ${index}`).digest('hex').slice(0, 40)}`,
  amount: BigInt(index) * 1_000_000_000_000_000_001n + 1n,
}));
const TOTAL = LEAVES.reduce((sum, { amount }) => sum + amount, 0n);

/** From a loaded list through a proof to a claim at a contract with the root of the list. */
(missing === null ? describe : describe.skip)('claiming by the proof that the API gives', () => {
  let [service, anvil]: [ListsService, Anvil] = [null!, null!];
  const roots = new Map<string, string>();
  const distributors = new Map<string, Distributor>();
  beforeAll(async () => {
    [service, anvil] = await Promise.all([ListsService.create('claim'), startAnvil()]);
    await service.apply(FORMATS.map((format) => ({ id: format, chain: 'ethereum' })));
    const rows = LEAVES.map(({ index, wallet, amount }) => `${index},${wallet},${amount}\n`);
    const file = join(service.home, 'list.csv');
    writeFileSync(file, `nr,wallet,amount\n${rows.reverse().join('')}`);
    for (const format of FORMATS) {
      const load = (...options: string[]) =>
        service.droptrack<{ tree: { root: string } }>(
          ...['lists', 'load', format, file, '--unit', 'base', '--tree', format, ...options],
          ...(format === 'uniswap' ? ['--columns', 'index=nr'] : []),
        );
      const { tree } = await load('--dry-run');
      await load('--expect-root', tree.root);
      roots.set(format, tree.root);
      const options = { format, root: tree.root, amount: TOTAL, isIndexedByProof: format === 'ens' };
      distributors.set(format, await deployDistributor(anvil, options));
    }
    await service.apply(
      FORMATS.map((format) => {
        const { address } = distributors.get(format)!;
        const claimed = { rpc: 'local', contract: address, chain_id: CHAIN_ID, check: CHECKS[format] };
        return { id: format, chain: 'ethereum', claim: claimed };
      }),
    );
    await service.start({ EVM_RPC_URLS: `local=${anvil.url}` });
  });
  afterAll(async () => {
    await anvil?.close();
    await service?.stop();
  });

  const codesOf = ({ reasons }: EligibilityResult) => reasons.map(({ code }) => code);

  it.each(FORMATS)(
    '%s: is accepted unaltered and rejected when altered, and then the wallet has claimed',
    async (format) => {
      const distributor = distributors.get(format)!;
      const [leaf, other] = [LEAVES[257]!, LEAVES[42]!];
      const before = await service.check(format, leaf.wallet);
      expect(before).toMatchObject({
        status: 'eligible',
        allocation: { amount: leaf.amount.toString() },
        claim: { status: 'unknown', claimed: false, contract: `eip155:${CHAIN_ID}:${distributor.address}` },
        proof: { format, root: roots.get(format), index: format === 'uniswap' ? leaf.index : null },
      });
      expect(codesOf(before)).toEqual(['in_allocation_list']);

      const right = claimOf(before);
      const { proof: foreign } = claimOf(await service.check(format, other.wallet));
      const altered: Claim[] = [
        { ...right, amount: right.amount + 1n },
        { ...right, account: other.wallet },
        { ...right, proof: foreign },
        { ...right, proof: right.proof.slice(1) },
        { ...right, proof: [...right.proof.slice(0, -1), right.proof[0]!] },
        ...(format === 'uniswap' ? [{ ...right, index: other.index }] : []),
      ];
      for (const each of altered) expect(await claim(anvil, distributor, each)).toBe(false);
      expect(await claim(anvil, distributor, right)).toBe(true);
      expect(await balanceOf(anvil, distributor.token, leaf.wallet)).toBe(leaf.amount);

      await service.passTime(LATER_MS);
      const after = await service.check(format, leaf.wallet);
      expect(after).toMatchObject({ status: 'eligible', eligible: true, claim: { status: 'claimed', claimed: true } });
      expect(codesOf(after)).toEqual(['in_allocation_list', 'already_claimed']);
      // No other wallet has claimed.
      expect((await service.check(format, other.wallet)).claim.claimed).toBe(false);
    },
  );

  // Proofs tend to fail at the ends of a tree, and at levels with an odd number of nodes.
  it.each(FORMATS)('%s: returns proofs that the contract accepts, from the first leaf to the last', async (format) => {
    const places = [0, 1, 2, 3, 127, 128, 255, 256, 298, 299];
    for (const place of places) {
      const given = claimOf(await service.check(format, LEAVES[place]!.wallet));
      expect([place, await claim(anvil, distributors.get(format)!, given)]).toEqual([place, true]);
    }
  });
});

/** Arguments of a claim, taken from the response alone. */
function claimOf({ wallet, allocation, proof }: EligibilityResult): Claim {
  if (allocation === null || proof === null) throw new Error('There is nothing to claim by');
  expect(verifyProof({ ...proof, wallet, amount: allocation.amount })).toBe(true);
  return { index: proof.index, account: wallet, amount: BigInt(allocation.amount), proof: proof.proof };
}
