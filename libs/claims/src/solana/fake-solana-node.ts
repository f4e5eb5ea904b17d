import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FakeHandler } from '@droptrack/sources/testing';

/** State of the fake node; a test may change all of it. */
export interface SolanaFixture {
  /** Hash of the first block. */
  genesis: string;
  /** Accounts by address. */
  accounts: Map<string, { readonly owner: string; readonly data: Uint8Array }>;
  /** Result of `getMultipleAccounts` instead of the accounts. */
  result?: unknown;
}

const callShape = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });
const addressesShape = z.array(z.string()).max(100);
const optionsShape = z.strictObject({ encoding: z.literal('base64'), commitment: z.literal('confirmed') });

/** Fake Solana node: `getGenesisHash` and `getMultipleAccounts`. */
export function fakeSolanaNode(fixture: SolanaFixture): FakeHandler {
  return async ({ body }) => {
    const { id, method, params } = callShape.parse(JSON.parse(body));
    if (method === 'getGenesisHash') return { body: { jsonrpc: '2.0', id, result: fixture.genesis } };
    const addresses = addressesShape.parse(params[0]);
    optionsShape.parse(params[1]);
    const value = addresses.map((address) => accountOf(fixture, address));
    return { body: { jsonrpc: '2.0', id, result: fixture.result ?? { context: { slot: 1 }, value } } };
  };
}

function accountOf({ accounts }: SolanaFixture, address: string): object | null {
  const account = accounts.get(address);
  if (account === undefined) return null;
  const data = [Buffer.from(account.data).toString('base64'), 'base64'];
  return { data, executable: false, lamports: 1, owner: account.owner, rentEpoch: 0, space: account.data.length };
}

/** Data of an Anchor program's account: the discriminator of its name, then the fields. */
export function accountData(name: string, ...fields: readonly (Uint8Array | bigint | number)[]): Buffer {
  const discriminator = createHash('sha256').update(`account:${name}`).digest().subarray(0, 8);
  return Buffer.concat([discriminator, ...fields.map(fieldBytes)]);
}

/** Bytes as they are, a bigint as u64, and a number as that many zero bytes. */
function fieldBytes(field: Uint8Array | bigint | number): Uint8Array {
  if (typeof field === 'number') return Buffer.alloc(field);
  if (typeof field !== 'bigint') return field;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(field);
  return bytes;
}
