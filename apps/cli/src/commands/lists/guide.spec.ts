import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPlaces } from '../../config/places';
import { NO_SERVICE, runCall } from '../../testing/run-call';
import { codeBlocks } from '../../testing/recorded-output';

const GUIDE = readFileSync(join(findPlaces(__dirname).root, 'docs/lists.md'), 'utf8');

let test: TestDatabase;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'droptrack-guide-'));
  test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
  const drop = dropDefinition({ token: { symbol: fact('LINEA'), decimals: fact(18), address: null } });
  const strk = dropDefinition({ id: 'starknet-provisions', chain: fact('starknet') });
  await applyDefinitions(db, { origin: 'test', definitions: [drop, strk], nowMs: Date.now() });
  await db.close();
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

const call = (command: string) =>
  runCall(
    [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
    { env: { DATABASE_URL: test.url, ...NO_SERVICE }, cwd: folder },
  );

it('docs/lists.md: its files and commands work as described, in order', async () => {
  const names = [...GUIDE.matchAll(/`([a-z-]+\.csv)`:\n\n```csv/g)].map(([, name = '']) => name);
  const files = codeBlocks(GUIDE, 'csv');
  expect(names).toEqual([
    'list.csv',
    'weeks.csv',
    'rewards.csv',
    'holders.csv',
    'wave.csv',
    'left-out.csv',
    'claims.csv',
    'merkl.csv',
    'cow.csv',
    'strk.csv',
  ]);
  names.forEach((name, i) => writeFileSync(join(folder, name), files[i] ?? ''));

  // Checks ask a running service; check.spec.ts covers them.
  const commands = codeBlocks(GUIDE, 'sh')
    .flatMap((text) => text.trim().split('\n'))
    .filter((command) => !command.startsWith('npx droptrack check '));
  const said: string[] = [];
  for (const command of commands) {
    const { code, stdout, stderr } = await call(command.replace(/^npx droptrack /, ''));
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
    said.push(stdout.trim());
  }
  expect(said[0]).toContain('version 1 of the allocation list would become active: 2 wallets, 1650.5 tokens in total.');
  expect(said[1]).toContain('version 1 of the allocation list is active');
  expect(said[2]).toContain('linea');
  expect(JSON.parse(said[3] ?? '')).toMatchObject({ data: [{ url: 'https://example.com/list.csv' }] });
  // The address of the first load stays, because this load has none.
  expect(said[4]).toContain('this allocation list is already active as version 1');
  expect(said[5]).toContain('version 2 of the allocation list is active: 1 wallet, 470 tokens in total (from 2 rows');
  expect(said[6]).toContain('"rewards" is active: 1 wallet, 2 tokens with totals of their own (from 2 rows');
  expect(said[7]).toContain('would become active: 2 wallets, 300 tokens in total (from 3 rows');
  expect(said[8]).toContain('version 1 of the allocation list "season-2" is active: 1 wallet, 75 tokens in total.');
  expect(said[9]).toContain('version 1 of the allocation list "season-2" is no longer active');
  expect(said[10]).toBe('linea: version 1 of the exclusion list is active: 1 wallet.');
  expect(said[11]).toContain('version 3 of the allocation list is active: 2 wallets');
  for (const leaves of [said[12], said[13]]) {
    expect(leaves).toContain('version 4 of the allocation list would become active: 2 wallets');
  }
  expect(said[14]).toContain('starknet-provisions: version 1 of the allocation list is active: 2 wallets');
  expect(said[15]).toContain('2 (former)');
  expect(said[16]).toContain('from version 2 (1 wallet, 470 tokens in total) to version 3 (2 wallets');
  expect(said[17]).toContain('version 2 of the allocation list would become active again');
  expect(said[18]).toContain('version 2 of the allocation list is active again: 1 wallet, 470 tokens in total.');
  expect(said[19]).toContain('version 1 of the exclusion list is no longer active');
  expect(said).toHaveLength(20);
});
