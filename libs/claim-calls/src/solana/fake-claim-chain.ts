import { createHash } from 'node:crypto';
import type { AllocationProof } from '@droptrack/contracts';
import { InMemoryTree, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { hexOfBytes } from '../hex';
import type { AskNode, NodeRequest, NodeResponse } from '../node-requests';
import { claimKeys } from './claim-instructions';
import type { SolanaClaimTerms } from './claim-state';
import { programAddress } from './program-address';
import { publicKeyBytes, publicKeyText } from './public-key';

export const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
export const MINT = 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL';
export const WALLET = '8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8';
export const OTHER = '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT';
const PROGRAMS = {
  jito: 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv',
  jupiter: 'DiS3nNjFVMieMgmiQFm6wgJL7nevk4NrhXKLbtEH1Z2R',
} as const;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const BASE = new Uint8Array(32).fill(7);

export const bytesOf = (key: string): Uint8Array => publicKeyBytes(key) ?? new Uint8Array(32);

/** Fields one after the other: a bigint as 8 bytes, a number as that many zeros. */
export function fields(...parts: readonly (Uint8Array | bigint | number)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.alloc(part);
      if (typeof part !== 'bigint') return part;
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt.asIntN(64, part));
      return bytes;
    }),
  );
}

const anchor = (name: string): Uint8Array => createHash('sha256').update(`account:${name}`).digest().subarray(0, 8);

/** Account of the fake chain. */
export interface FakeAccount {
  owner: string;
  data: Uint8Array;
  executable?: boolean;
  lamports?: number;
}

/** State of the distributor, which a test may change before {@link claimChain} encodes it. */
export const DISTRIBUTOR = {
  ...{ version: 0n, maxAmount: 10_000n, maxClaims: 10n, claimedAmount: 0n, claims: 0n, clawedBack: 0 },
  ...{ startsAt: 1_000n, endsAt: 2_000n, clawbackAt: 90_000n },
  // Of Jupiter only.
  ...{ activationAt: 0n, activationUnit: 1, claimType: 0, closable: 0, bonus: 0n },
};

/** A chain with one distributor of two wallets, of which one has 700 base units unlocked and 300 locked, unless stated otherwise. */
export function claimChain(
  accounts: 'jito' | 'jupiter',
  changed: Partial<typeof DISTRIBUTOR> = {},
  { unlocked = 700n, locked = 300n } = {},
) {
  const leaves = [{ wallet: WALLET, amount: unlocked + locked, locked }, { wallet: OTHER, amount: 5n, locked: 0n }]; // prettier-ignore
  const hashes = leaves.map(({ wallet, ...leaf }) =>
    treeKind('jito').leafHash({ wallet: bytesOf(wallet), index: null, ...leaf }, PORTABLE_HASH),
  );
  const tree = new InMemoryTree('jito', Buffer.concat(hashes), PORTABLE_HASH);
  const state = { ...DISTRIBUTOR, ...changed };
  const program = PROGRAMS[accounts];
  const seeds = [Buffer.from('MerkleDistributor'), ...(accounts === 'jito' ? [] : [BASE]), bytesOf(MINT), fields(state.version)]; // prettier-ignore
  const distributor = publicKeyText(programAddress(seeds, bytesOf(program)) ?? new Uint8Array(32));
  const keys = claimKeys(accounts, { wallet: WALLET, distributor, mint: MINT });
  if (keys === null) throw new RangeError('no accounts');
  const proof: AllocationProof = {
    ...{ format: 'jito', root: hexOfBytes(tree.root), root_published: true, index: null },
    proof: tree.proof(0).map(hexOfBytes),
  };
  const terms: SolanaClaimTerms = {
    ...{ chain: `solana:${GENESIS.slice(0, 32)}`, program, accounts, distributor, mint: MINT, wallet: WALLET },
    ...{ amount: unlocked + locked, locked, proof },
  };
  const chain = {
    ...{ genesis: GENESIS, slot: 500, seconds: 500n, accounts: new Map<string, FakeAccount>() },
    /** Response to a simulation. */
    simulate: (): NodeResponse => ({ error: { code: -32_601, message: 'Method not found' } }),
  };
  chain.accounts
    .set(program, { owner: 'BPFLoaderUpgradeab1e11111111111111111111111', data: new Uint8Array(36), executable: true })
    .set(distributor, { owner: program, data: distributorData(accounts, state, tree.root, keys.vault) })
    .set(MINT, { owner: TOKEN_PROGRAM, data: new Uint8Array(82) })
    .set(keys.vault, tokenAccountOf(distributor, 5_000n))
    .set(WALLET, { owner: '11111111111111111111111111111111', data: new Uint8Array(0), lamports: 1_000_000_000 });
  return { terms, keys, chain };
}
export type FakeChain = ReturnType<typeof claimChain>['chain'];

/** Distributors field by field, as the sources of the programs declare them. */
function distributorData(
  accounts: 'jito' | 'jupiter',
  { clawedBack, activationUnit, claimType, closable, ...of }: typeof DISTRIBUTOR,
  root: Uint8Array,
  vault: string,
): Uint8Array {
  const totals = [of.maxAmount, of.maxClaims, of.claimedAmount, of.claims, of.startsAt, of.endsAt, of.clawbackAt];
  const [kind, mint, own] = [anchor('MerkleDistributor'), bytesOf(MINT), bytesOf(vault)];
  if (accounts === 'jito') {
    // bump, version, root, mint, vault; receiver of the clawback and admin after the totals; padding.
    return fields(kind, 1, of.version, root, mint, own, ...totals, 64, Uint8Array.of(clawedBack), 6);
  }
  const flags = Uint8Array.of(activationUnit, claimType, 255, clawedBack, closable, 0, 0, 0);
  // root, mint, base, vault, receiver, admin, locker, operator, version; bonus and padding at the end.
  return fields(kind, root, mint, BASE, own, 128, of.version, ...totals, of.activationAt, flags, of.bonus, 16, 80);
}

/** Account of a claim. */
export function statusOf(
  { accounts, distributor, program, locked, amount }: SolanaClaimTerms,
  withdrawn: bigint,
): FakeAccount {
  const amounts = [locked, withdrawn, amount - locked];
  const [kind, wallet] = [anchor('ClaimStatus'), bytesOf(WALLET)];
  if (accounts === 'jito') return { owner: program, data: fields(kind, wallet, ...amounts) };
  return { owner: program, data: fields(kind, 32, bytesOf(distributor), wallet, ...amounts, 0n, 8, 16) };
}

/** Token account of an owner. */
export const tokenAccountOf = (owner: string, amount: bigint, { mint = MINT, isFrozen = false } = {}): FakeAccount => ({
  owner: TOKEN_PROGRAM,
  data: fields(bytesOf(mint), bytesOf(owner), amount, 36, Uint8Array.of(isFrozen ? 2 : 1), 56),
});

/** Node of a chain as it is when it is asked. */
export function nodeOf(chain: FakeChain, asked: NodeRequest[] = []): AskNode {
  return async (requests) => {
    asked.push(...requests);
    return requests.map(({ method, params }) => {
      if (method === 'getGenesisHash') return { result: chain.genesis };
      // 3 480 lamports per byte and year, for two years: the rent of each chain with default settings.
      if (method === 'getMinimumBalanceForRentExemption') return { result: (128 + Number(params[0])) * 6_960 };
      if (method === 'simulateTransaction') return chain.simulate();
      const addresses = params[0] as readonly string[];
      return {
        result: { context: { slot: chain.slot }, value: addresses.map((address) => accountOf(chain, address)) },
      };
    });
  };
}

/** Response to a simulation that leaves a balance of the wallet. */
export const simulationOf = (chain: FakeChain, held: bigint, seconds = chain.seconds): NodeResponse => ({
  result: {
    context: { slot: chain.slot + 1 },
    value: {
      ...{ err: null, logs: [], unitsConsumed: 41_000 },
      accounts: [presented(tokenAccountOf(WALLET, held)), accountOf({ ...chain, seconds }, CLOCK)],
    },
  },
});

function accountOf({ accounts, slot, seconds }: FakeChain, address: string): object | null {
  const clock = { owner: 'Sysvar1111111111111111111111111111111111111', data: fields(BigInt(slot), 24, seconds) };
  const account = address === CLOCK ? clock : accounts.get(address);
  return account === undefined ? null : presented(account);
}

function presented({ owner, data, executable = false, lamports = 1 }: FakeAccount): object {
  return { owner, data: [Buffer.from(data).toString('base64'), 'base64'], executable, lamports, rentEpoch: 0 };
}
