import type { DropClaims } from '@droptrack/contracts';
import type { ClaimHour } from '@droptrack/persistence';
import { EXAMPLE_AS_OF } from '../../openapi/document/example-catalogue';
import { exampleDefinition } from '../explain/explain.example';
import { presentClaims } from './claims.service';

const HOUR_MS = 3_600_000;
const CONTRACT = 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const TOKEN = 10n ** 18n;
const atMs = Date.parse(EXAMPLE_AS_OF);

const hourBefore = (hours: number, wallets: number, priceUsd: number): ClaimHour => ({
  hourMs: atMs - hours * HOUR_MS,
  claims: wallets,
  wallets,
  amount: (BigInt(wallets) * 1_250n * TOKEN).toString(),
  priceUsd,
});

/** Claims of a drop with a followed distributor, three days after it opened. */
export function exampleClaims(limit?: number): DropClaims {
  const claim = { rpc: 'linea', contract: CONTRACT, distributorStyle: 'linea', source: null };
  const drop = { definition: { ...exampleDefinition(), claim }, lists: [], atMs };
  const ledger = {
    id: 1,
    list: '',
    contract: CONTRACT,
    terms: 'linea',
    firstBlock: 23_000_000,
    block: 23_400_000,
    blockHash: '00'.repeat(32),
  };
  const head = { blockAtMs: atMs - 128_000, head: 23_400_064, headAtMs: atMs, readAtMs: atMs };
  const ledgers = [{ ...ledger, ...head }];
  const hours = [hourBefore(72, 41_200, 0.025), hourBefore(48, 9_800, 0.0231), hourBefore(24, 3_100, 0.0214)];
  const largest = [{ amount: (48_000n * TOKEN).toString(), atMs: atMs - 71 * HOUR_MS }];
  return {
    ...presentClaims(drop, { ledgers, hours, largest }, limit === undefined ? {} : { limit }),
    as_of: EXAMPLE_AS_OF,
  };
}
