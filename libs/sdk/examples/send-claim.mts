// Verifies a prepared claim offline, and shows what to pass to viem, ethers, wagmi or @solana/kit. It signs and sends nothing.
// npx tsx send-claim.mts action.json 0x… (wallet) 0x… (published root) eip155:10:0x… (published contract)
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import type { ClaimAction, UnsignedCall, UnsignedInstruction } from '@droptrack/sdk';
import { verifyClaim } from '@droptrack/sdk/claims';

type Hex = `0x${string}`;

/** Transaction of viem: `walletClient.sendTransaction({ ...forViem(call), account, chain })`. */
const forViem = ({ to, data, value }: UnsignedCall) => ({ to: to as Hex, data: data as Hex, value: BigInt(value) });

/** Transaction of ethers: `await signer.sendTransaction(forEthers(call))`. */
const forEthers = ({ chain_id: chainId, to, data, value }: UnsignedCall) => ({
  chainId,
  to,
  data,
  value: BigInt(value),
});

/** Calls of wagmi: `useSendCalls().mutate(forWagmi(calls))`, or `sendCalls` in version 2. */
const forWagmi = (calls: readonly UnsignedCall[]) => ({ chainId: calls[0]?.chain_id, calls: calls.map(forViem) });

/** Instruction of @solana/kit, for `appendTransactionMessageInstructions`. A role has the bits 2 for a signer and 1 for writable. */
export const forKit = ({ program, accounts, data }: UnsignedInstruction) => ({
  programAddress: program,
  accounts: accounts.map(({ pubkey, signer, writable }) => ({
    address: pubkey,
    role: (signer ? 2 : 0) + (writable ? 1 : 0),
  })),
  data: Uint8Array.from(atob(data), (character) => character.charCodeAt(0)),
});

const [file = 'action.json', wallet = '', root = '', contract = ''] = argv.slice(2);
const action = JSON.parse(readFileSync(file, 'utf8')) as ClaimAction;

// Throws for a call that is not exactly the claim of this wallet. What the page of the project states is not asked from the service.
const { amount, to } = verifyClaim(action, { wallet, roots: [root], contracts: [contract] });
console.log(`verified: up to ${amount} for ${to}`);
const print = (name: string, value: unknown) =>
  console.log(
    name,
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)),
  );
for (const call of action.calls) {
  print('viem', forViem(call));
  print('ethers', forEthers(call));
}
print('wagmi', forWagmi(action.calls));
