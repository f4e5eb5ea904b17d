import { distributorStyle } from '@droptrack/distributors';
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { sign } from 'viem/accounts';

/** Wallet of a test, with its key. */
export interface TestWallet {
  /** Claim index. */
  readonly index: number;
  readonly address: Hex;
  readonly key: Hex;
}

/** Distributor of a style, with what its claims need. */
export interface StyledDistributor {
  readonly style: string;
  readonly address: Hex;
  readonly token: Hex;
  /** Proof of a wallet, where the contract verifies it. */
  readonly proofOf: (wallet: TestWallet) => readonly Hex[];
}

/** Transaction of a claim. */
export interface StyledClaim {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
}

interface Choice {
  /** Claims again and again, each time for a larger total. */
  readonly total: bigint;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Any address. */
  readonly stranger: () => Hex;
}

/** Base units in the list of a wallet. */
export const amountOf = ({ index }: TestWallet): bigint => 1_000n + BigInt(index) * 7n;

/** Styles in which a wallet claims several times. */
export const isRepeated = (style: string): boolean => style === '1inch' || style === 'morpho';

/**
 * A claim of a wallet, sent by any address where the style allows it. Of those that can be redirected, or sent for a wallet by its
 * signature, half are.
 */
export async function styledClaim(
  distributor: StyledDistributor,
  wallet: TestWallet,
  choice: Choice,
): Promise<StyledClaim> {
  const { style, address: to, token } = distributor;
  const { address: account, key } = wallet;
  const { total, random, stranger } = choice;
  const [index, amount, proof] = [BigInt(wallet.index), amountOf(wallet), distributor.proofOf(wallet)];
  const isOther = random() < 0.5;
  const by = (from: Hex, claim: number, args: readonly unknown[]) => ({ from, to, data: encoded(style, claim, args) });
  switch (style) {
    case 'zksync': {
      if (!isOther) return by(account, 0, [index, amount, proof]);
      const signature = await signed(key, 'uint256, address, uint256', [index, account, amount]);
      return by(stranger(), 1, [index, amount, proof, { claimant: account, expiry: 0n, signature }]);
    }
    case 'ens':
      return by(account, 0, [amount, stranger(), [pad(numberToHex(index))]]);
    case 'cow':
      return by(account, 0, [index, 0, account, amount, isOther ? amount / 2n : amount, proof]);
    case '1inch':
      return by(stranger(), 0, [account, total, pad('0x00'), proof]);
    case 'morpho':
      return by(stranger(), 0, [account, isOther ? token : stranger(), total, proof]);
    case 'arbitrum': {
      if (!isOther) return by(account, 0, []);
      const delegatee = stranger();
      const { r, s, v } = await sign({ hash: digest('address, uint256', [delegatee, 9n]), privateKey: key });
      return by(account, 1, [delegatee, 9n, Number(v), r, s]);
    }
    case 'linea':
      return by(account, 0, []);
    case 'sablier-v1':
    case 'sablier-v1.3-instant':
      return by(stranger(), 0, [index, account, amount, proof]);
    default:
      return redirected();
  }

  /** By the functions of Sablier since v2.0, the last two of which pay another address. */
  async function redirected(): Promise<StyledClaim> {
    // `sablier-variable` has no function that anyone may call for a wallet.
    const functions = distributorStyle(style)?.claims.length ?? 0;
    if (functions === 3 && !isOther) return by(stranger(), 0, [index, account, amount, proof]);
    const other = stranger();
    if (random() < 0.5) return by(account, functions - 2, [index, other, amount, proof]);
    const signature = await signed(key, 'uint256, address, uint128', [index, other, amount]);
    return by(stranger(), functions - 1, [index, account, other, amount, 0, proof, signature]);
  }
}

/** Call of one of the claim functions of a style, as its registry has it. */
function encoded(style: string, claim: number, args: readonly unknown[]): Hex {
  const signature = distributorStyle(style)?.claims[claim]?.signature ?? '';
  return encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args: [...args] });
}

const digest = (types: string, values: readonly unknown[]): Hex =>
  keccak256(encodeAbiParameters(parseAbiParameters(types), values));

async function signed(privateKey: Hex, types: string, values: readonly unknown[]): Promise<Hex> {
  const { r, s, v } = await sign({ hash: digest(types, values), privateKey });
  return concatHex([r, s, numberToHex(v ?? 0n)]);
}
