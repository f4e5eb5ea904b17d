import { parseTokenAmount, parseWallet } from '@droptrack/eligibility';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchContext } from '../bench-context';
import { checkRequest, isListed } from './checks';
import { baseAmount, DECIMALS, tokenAmount, walletBytes } from './made-up-wallets';
import { writeList } from './written-list';

const LISTED = 1_000;
const checks = { drop: 'aster', key: 'dt_key', listed: LISTED };

describe('checks', () => {
  // A wallet that was asked for before is found in nearer memory: the rate would be that of a cache.
  it('are of different wallets, each second one of the list', () => {
    const listed = new Set(Array.from({ length: LISTED }, (_, n) => walletBytes(n).toString('hex')));
    const asked = Array.from({ length: 2 * LISTED }, (_, check) => {
      const [head = '', body = ''] = checkRequest(checks, check).toString().split('\r\n\r\n');
      expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`);
      return (JSON.parse(body) as { wallet: string }).wallet.slice(2);
    });
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.map((wallet) => listed.has(wallet))).toEqual(asked.map((_, check) => isListed(check)));
  });
});

describe('a written list', () => {
  it('has the same wallets and amounts for the command as for COPY', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'droptrack-list-'));
    try {
      const list = await writeList({ scratch, progress: () => undefined } as unknown as BenchContext, LISTED);
      const lines = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trimEnd().split('\n');
      const [, ...rows] = await lines(list.file);
      const read = rows.map((row) => {
        const [wallet = '', amount = ''] = row.split(',');
        const { bytes } = parseWallet(wallet);
        return `\\\\x${Buffer.from(bytes).toString('hex')}\t${parseTokenAmount(amount, DECIMALS)}`;
      });
      expect(read).toEqual(await lines(list.copyFile));
      // Checksums are a part of what a load costs.
      expect(rows.filter((row) => /[A-F]/.test(row)).length).toBeGreaterThan(0.45 * LISTED);
    } finally {
      await rm(scratch, { recursive: true });
    }
  });

  it('has amounts that people and contracts count alike', () => {
    expect(parseTokenAmount(tokenAmount(7), DECIMALS)).toBe(BigInt(baseAmount(7)));
  });
});
