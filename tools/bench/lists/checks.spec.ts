import { parseTokenAmount, parseWallet } from '@droptrack/eligibility';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRequest, isListed, walletDropsRequest } from './checks';
import { baseAmount, DECIMALS, tokenAmount, walletBytes, writeList } from './list-file';

const LISTED = 1_000;
const checks = { drops: ['aster'], key: 'dt_key', listed: LISTED };
const bodyOf = (request: string) => JSON.parse(request.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;

describe('checkRequest', () => {
  // A wallet that was checked before is in a nearer cache.
  it('checks different wallets, every second one of the list', () => {
    const listed = new Set(Array.from({ length: LISTED }, (_, n) => walletBytes(n).toString('hex')));
    const checked = Array.from({ length: 2 * LISTED }, (_, check) => {
      const [head = '', body = ''] = checkRequest(checks, check).split('\r\n\r\n');
      expect(head).toContain(`\r\nContent-Length: ${body.length}`);
      return (JSON.parse(body) as { wallet: string }).wallet.slice(2);
    });
    expect(new Set(checked).size).toBe(checked.length);
    expect(checked.map((wallet) => listed.has(wallet))).toEqual(checked.map((_, check) => isListed(check)));
  });
});

describe('walletDropsRequest', () => {
  it('asks about the wallets that are checked against each of the drops', () => {
    const drops = ['aster', 'basin', 'cedar'];
    for (let n = 0; n < 20; n += 1) {
      const checked = drops.map((_, drop) => bodyOf(checkRequest({ ...checks, drops }, n * drops.length + drop)));
      const [wallet] = bodyOf(walletDropsRequest(checks, n))['wallets'] as string[];
      expect(checked).toEqual(drops.map((drop) => ({ wallet, drop })));
    }
  });
});

describe('writeList', () => {
  it('writes the same wallets and amounts for the command as for COPY', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'droptrack-list-'));
    try {
      const list = await writeList({ scratch, progress: () => undefined }, LISTED);
      const lines = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).trimEnd().split('\n');
      const [, ...rows] = await lines(list.file);
      const read = rows.map((row) => {
        const [wallet = '', amount = ''] = row.split(',');
        const { bytes } = parseWallet(wallet);
        return `\\\\x${Buffer.from(bytes).toString('hex')}\t${parseTokenAmount(amount, DECIMALS)}`;
      });
      expect(read).toEqual(await lines(list.copyFile));
      // Checksums are a part of the cost of a load.
      expect(rows.filter((row) => /[A-F]/.test(row)).length).toBeGreaterThan(0.45 * LISTED);
    } finally {
      await rm(scratch, { recursive: true });
    }
  });

  it('has the same amounts in whole tokens and in base units', () => {
    expect(parseTokenAmount(tokenAmount(7), DECIMALS)).toBe(BigInt(baseAmount(7)));
  });
});
