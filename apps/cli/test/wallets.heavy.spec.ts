import { type Droptrack, isAnswered, type WalletDrops } from '@droptrack/sdk';
import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ListsService } from './lists-service';
import { type JudgedDrop, type JudgedFile, WalletsJudge } from './wallets-judge';

const WALLETS_CHECKED = 10_000;
const WALLETS_PER_REQUEST = 20;

/** Reproducible random numbers. */
const hashOf = (...parts: (string | number)[]): Buffer => createHash('sha256').update(parts.join(' ')).digest();
const numberOf = (below: number, ...parts: (string | number)[]): number => hashOf(...parts).readUInt32BE() % below;
const evm = (n: number): string => `0x${hashOf('evm', n).subarray(0, 20).toString('hex')}`;
const solana = (n: number): string => base58.encode(hashOf('solana', n));
const EVM = Array.from({ length: 4_000 }, (_, n) => evm(n));
const SOLANA = Array.from({ length: 800 }, (_, n) => solana(n));

/** File of a list with one in `every` wallets, in random order. */
interface Written extends JudgedFile {
  readonly options: readonly string[];
  readonly isCompressed?: boolean;
  /** Name of the list; the unnamed one by default. */
  readonly name?: string;
}

function written(
  drop: string,
  form: JudgedFile['form'],
  over: Partial<Written> & {
    readonly from?: readonly string[];
    readonly every?: number;
    readonly repeated?: number;
  } = {},
): Written {
  const { from = EVM, every = 3, repeated = 0, kind = 'allocation', decimals = 0, name = '' } = over;
  const seed = `${drop} ${kind} ${name}`;
  const chosen = from.filter((wallet) => numberOf(every, seed, wallet) === 0);
  const rows = [...chosen, ...chosen.slice(0, repeated)]
    .map((wallet, n) => ({ address: wallet, amount: amountOf(decimals, seed, wallet, n) }))
    .sort((a, b) => Buffer.compare(hashOf(seed, a.address), hashOf(seed, b.address)));
  const unit = kind === 'exclusion' ? [] : ['--unit', decimals === 0 ? 'base' : 'token'];
  return { drop, form, kind, decimals, text: textOf(form, kind, rows), options: unit, ...over };
}

/** Up to 2^96 base units, or tokens with up to all of their decimals. */
function amountOf(decimals: number, ...seed: (string | number)[]): string {
  const whole = BigInt(`0x${hashOf('amount', ...seed).toString('hex', 0, 12)}`);
  if (decimals === 0) return whole.toString();
  const fraction = String(numberOf(1_000_000, 'fraction', ...seed));
  return `${whole % 1_000_000n}.${fraction.slice(0, decimals)}`;
}

function textOf(form: Written['form'], kind: Written['kind'], rows: { address: string; amount: string }[]): string {
  switch (form) {
    case 'csv':
      if (kind === 'exclusion') return ['wallet', ...rows.map(({ address }) => address), ''].join('\n');
      return ['wallet,amount', ...rows.map(({ address, amount }) => `${address},${amount}`), ''].join('\n');
    case 'map':
      return JSON.stringify(Object.fromEntries(rows.map(({ address, amount }) => [address, amount])));
    case 'rows':
      return JSON.stringify(rows);
    case 'lines':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

/** Texts with which addresses begin, or their encoding. */
const HEX = ['0x'] as const;
const BASE58 = ['base58'] as const;
const PAST = { date: '2026-01-05T00:00:00Z' };

const FILES: readonly Written[] = [
  written('tokens', 'csv', { decimals: 18 }),
  written('cents', 'csv', { decimals: 2, every: 2 }),
  written('base-units', 'csv', { every: 5 }),
  written('mapped', 'map', { every: 4 }),
  written('rows', 'rows'),
  written('lines', 'lines', { every: 7 }),
  written('compressed', 'csv', { isCompressed: true, every: 6 }),
  written('summed', 'csv', { repeated: 300, options: ['--unit', 'base', '--duplicates', 'sum'] }),
  written('sybils', 'csv', { every: 4 }),
  written('sybils', 'csv', { kind: 'exclusion', every: 4 }),
  written('only-excluding', 'csv', { kind: 'exclusion', every: 3 }),
  written('on-solana', 'csv', { from: SOLANA, every: 2 }),
  written('on-solana-too', 'rows', { from: SOLANA, every: 3 }),
  written('both', 'csv', { from: [...EVM, ...SOLANA], every: 4 }),
];

/** Drops with their catalogue files. Those without an allocation list are decided by their calendar. */
const DROPS: readonly (JudgedDrop & { readonly file: object })[] = [
  ...['tokens', 'base-units', 'mapped', 'rows', 'lines', 'compressed', 'summed', 'sybils'].map(onEvm),
  { ...onEvm('cents'), file: { chain: 'ethereum', token: { decimals: 2 } } },
  onEvm('only-excluding'),
  onEvm('without-list'),
  { ...onEvm('launched'), undecided: 'unknown', file: { chain: 'ethereum', status: 'tge', snapshot: PAST } },
  ...['on-solana', 'on-solana-too'].map((id) => ({ ...onEvm(id), accepts: BASE58, file: { chain: 'solana' } })),
  { ...onEvm('both'), accepts: [...HEX, ...BASE58], file: { chain: 'ethereum', wallets: ['evm', 'solana'] } },
  { ...onEvm('elsewhere'), accepts: [], undecided: 'unknown', file: { chain: 'sui' } },
];

/** Drop with EVM wallets and without a snapshot. */
function onEvm(id: string): JudgedDrop & { readonly file: object } {
  return { id, accepts: HEX, undecided: 'pending', file: { chain: 'ethereum' } };
}

/** Outcomes by drop, in the form of the judge. */
function outcomesIn({ data, ineligible = [] }: WalletDrops): Map<string, string> {
  const outcomes = data.map(({ drop, status, allocation }): [string, string] => {
    if (status === 'eligible') return [drop, `eligible ${allocation?.amount}`];
    return [drop, status === 'ineligible' ? 'excluded' : status];
  });
  return new Map([...outcomes, ...ineligible.map((drop): [string, string] => [drop, 'ineligible'])]);
}

/** Wallets to check: listed ones and strangers, EVM addresses in any spelling without a checksum. */
const checked = Array.from({ length: WALLETS_CHECKED }, (_, n) => {
  const kind = numberOf(10, 'kind', n);
  if (kind === 0) return solana(1_000_000 + n);
  if (kind < 3) return SOLANA[numberOf(SOLANA.length, 'pick', n)] ?? '';
  const wallet = kind === 3 ? evm(1_000_000 + n) : (EVM[numberOf(EVM.length, 'pick', n)] ?? '');
  return kind < 6 ? `0x${wallet.slice(2).toUpperCase()}` : wallet;
});

describe('the drops of wallets', () => {
  let service: ListsService;
  let client: Droptrack;
  beforeAll(async () => {
    service = await ListsService.create('wallets', { isWithin: true });
    await service.apply(DROPS.map(({ id, file }) => ({ id, chain: 'ethereum', token: { decimals: 18 }, ...file })));
    for (const [n, { drop, form, text, options, kind, name, isCompressed }] of FILES.entries()) {
      const extension = form === 'csv' ? 'csv' : form === 'lines' ? 'ndjson' : 'json';
      const file = join(service.home, `${n}.${extension}${isCompressed ? '.gz' : ''}`);
      writeFileSync(file, isCompressed ? gzipSync(text) : text);
      const named = name === undefined ? [] : ['--name', name];
      await service.droptrack('lists', 'load', drop, file, '--kind', kind, ...named, ...options);
    }
    client = await service.startWithClient();
  }, 120_000);
  afterAll(() => service?.stop());

  // The judge reads the files by itself and shares no code with the service.
  it('agree with a brute-force search of the files, for 10 000 random wallets over all lists', async () => {
    const judge = new WalletsJudge(DROPS, FILES);
    const found = new Map<string, number>();
    const differences: string[] = [];
    for (let start = 0; start < checked.length; start += WALLETS_PER_REQUEST) {
      const wallets = checked.slice(start, start + WALLETS_PER_REQUEST);
      const { data } = await client.wallets.drops({ wallets, include: ['ineligible'] });
      expect(data.filter(isAnswered)).toHaveLength(wallets.length);
      for (const [n, drops] of data.filter(isAnswered).entries()) {
        const expected = judge.outcomesOf(wallets[n] ?? '');
        const actual = outcomesIn(drops);
        for (const id of new Set([...expected.keys(), ...actual.keys()])) {
          const [want, got] = [expected.get(id) ?? 'absent', actual.get(id) ?? 'absent'];
          if (want !== got) differences.push(`${wallets[n]} in ${id}: ${got} instead of ${want}`);
          const [outcome = ''] = want.split(' ');
          found.set(outcome, (found.get(outcome) ?? 0) + 1);
        }
      }
    }
    expect(differences.slice(0, 5)).toEqual([]);
    // Every outcome occurred often enough to be compared.
    for (const outcome of ['eligible', 'excluded', 'ineligible', 'pending', 'unknown']) {
      expect(found.get(outcome)).toBeGreaterThan(1_000);
    }
  });
});
