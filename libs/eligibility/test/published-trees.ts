import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ProvenAllocation, verifyProof } from '../src/tree/verify-proof';

const ROOT = resolve(__dirname, '../../..');
/** Directory of the published trees. */
export const DATA = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');
const hasData = existsSync(join(DATA, 'lists'));
if (!hasData) console.warn(`skipped: the published trees are not there (${DATA})`);

/** Reads a JSON file of the directory. */
export function readData<T>(path: string): T {
  const bytes = readFileSync(join(DATA, path));
  return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as T;
}

/** `describe` if the directory exists; otherwise the tests are skipped. */
export const describeTrees = hasData ? describe : describe.skip;

/** Changes one hex digit. */
const altered = (text: string, at: number): string => {
  const place = 2 + (at % (text.length - 2));
  return text.slice(0, place) + (text.charAt(place) === '0' ? '1' : '0') + text.slice(place + 1);
};

/** Claims as a distributor publishes them, by wallet. */
export type Claims = Record<string, { index: number; amount: string; proof: string[] }>;

const UNISWAP = 'lists/uniswap/chunks-with-proofs';
const UNISWAP_ROOT = '0xc8500f8e2fcf3c9a32880e1b973fb28acc88be35787a8abcf9981b2b65dbdeb5';

/** Claims of Uniswap's airdrop with their published proofs. */
export function uniswapClaims(): ProvenAllocation[] {
  return readdirSync(join(DATA, UNISWAP)).flatMap((file) =>
    Object.entries(readData<Claims>(join(UNISWAP, file))).map(([wallet, { index, amount, proof }]) => ({
      ...{ format: 'uniswap' as const, root: UNISWAP_ROOT, index, proof, wallet: wallet.toLowerCase() },
      amount: BigInt(amount).toString(),
    })),
  );
}

/** Verifies each claim, and that each fails with one altered member, selected by its index. */
export function expectProven(claims: readonly ProvenAllocation[]): void {
  expect(claims.filter((claim) => !verifyProof(claim))).toEqual([]);
  expect(claims.filter((claim, at) => verifyProof(wrong(claim, at)))).toEqual([]);
}

const wrong = (claim: ProvenAllocation, at: number): ProvenAllocation =>
  [
    () => ({ ...claim, root: altered(claim.root, at) }),
    () => ({ ...claim, index: (claim.index ?? 0) + 1 }),
    () => ({ ...claim, wallet: altered(claim.wallet, at) }),
    () => ({ ...claim, amount: `${BigInt(claim.amount ?? 0) + 1n}` }),
    () => ({ ...claim, proof: claim.proof.with(at % claim.proof.length, altered(claim.proof[0]!, at)) }),
    () => ({ ...claim, proof: claim.proof.slice(1) }),
    () => ({ ...claim, proof: [...claim.proof, claim.root] }),
  ][at % 7]!();
