import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
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
  /** Slot of all results; 1 by default. */
  slot?: number;
  /** Seconds since the epoch of a slot; null while the node does not know it. */
  timeOf?: (slot: number) => number | null;
  /** Changes the accounts that `getProgramAccounts` lists. */
  listed?: (accounts: readonly object[]) => readonly object[];
  /** Response to `getProgramAccounts` instead of the list. */
  rejection?: { readonly status: number; readonly error: unknown };
}

const callShape = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });
const addressesShape = z.array(z.string()).max(100);
const optionsShape = z.strictObject({ encoding: z.literal('base64'), commitment: z.enum(['confirmed', 'finalized']) });
const listOptionsShape = z.strictObject({
  ...{ encoding: z.literal('base64'), commitment: z.literal('finalized'), withContext: z.literal(true) },
  filters: z.array(
    z.union([
      z.strictObject({ dataSize: z.int() }),
      z.strictObject({ memcmp: z.strictObject({ offset: z.int(), bytes: z.string() }) }),
    ]),
  ),
});
type Filter = z.infer<typeof listOptionsShape>['filters'][number];

/** Fake Solana node: `getGenesisHash`, `getMultipleAccounts`, `getProgramAccounts` and `getBlockTime`. */
export function fakeSolanaNode(fixture: SolanaFixture): FakeHandler {
  return async ({ body }) => {
    const { id, method, params } = callShape.parse(JSON.parse(body));
    const { slot = 1, rejection } = fixture;
    const answer = (result: unknown) => ({ body: { jsonrpc: '2.0', id, result } });
    if (method === 'getGenesisHash') return answer(fixture.genesis);
    if (method === 'getBlockTime') return answer(fixture.timeOf?.(Number(params[0])) ?? null);
    if (method === 'getProgramAccounts') {
      if (rejection !== undefined)
        return { status: rejection.status, body: { jsonrpc: '2.0', id, error: rejection.error } };
      const listed = listAccounts(fixture, String(params[0]), listOptionsShape.parse(params[1]).filters);
      return answer({ context: { slot }, value: fixture.listed?.(listed) ?? listed });
    }
    const addresses = addressesShape.parse(params[0]);
    optionsShape.parse(params[1]);
    const value = addresses.map((address) => accountOf(fixture, address));
    return answer(fixture.result ?? { context: { slot }, value });
  };
}

function listAccounts(fixture: SolanaFixture, program: string, filters: readonly Filter[]): object[] {
  const matches = ({ owner, data }: { readonly owner: string; readonly data: Uint8Array }): boolean =>
    owner === program && filters.every((filter) => fits(Buffer.from(data), filter));
  const matching = [...fixture.accounts].filter(([, account]) => matches(account));
  return matching.map(([pubkey]) => ({ pubkey, account: accountOf(fixture, pubkey) }));
}

function fits(data: Buffer, filter: Filter): boolean {
  if ('dataSize' in filter) return data.length === filter.dataSize;
  const { offset } = filter.memcmp;
  const bytes = base58.decode(filter.memcmp.bytes);
  return data.subarray(offset, offset + bytes.length).equals(bytes);
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
