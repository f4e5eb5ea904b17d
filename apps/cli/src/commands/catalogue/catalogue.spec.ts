import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { recordedOutput } from '../../testing/recorded-output';
import { findPlaces } from '../../config/places';
import { applyCatalogue, type ApplyCatalogue } from './apply';
import { checkCatalogue } from './check';

const REAL = join(__dirname, '../../../../../prisma/catalogue');

describe('catalogue', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  let cwd = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
  });
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'droptrack-catalogue-'));
    for (const name of ['linea.yaml', 'zora.yaml']) cpSync(join(REAL, name), join(cwd, 'drops', name));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const edit = (name: string, from: string | RegExp, to: string) => {
    const file = join(cwd, 'drops', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  const apply = async (over: Partial<ApplyCatalogue> = {}) => {
    const { output, said } = recordedOutput();
    const terms = { dryRun: false, prune: false, acceptMismatch: false, origin: 'catalogue' };
    const args = { dir: 'drops', ...terms, ...over };
    const code = await applyCatalogue(args, {
      output,
      cwd,
      withDatabase: (work) => work(db),
      now: () => new Date(),
    });
    return { code, text: said.text, document: said.document as Record<string, unknown> };
  };
  const check = async () => {
    const { output, said } = recordedOutput();
    const args = { dir: 'drops', rpc: false, onchain: false, drop: null };
    const withDatabase = () => Promise.reject(new Error('the check needs no database'));
    const code = await checkCatalogue(args, { output, cwd, env: {}, places: findPlaces(__dirname), withDatabase });
    return { code, text: said.text, remarks: said.remarks, document: said.document as Record<string, unknown> };
  };

  it('checks without a database', async () => {
    expect(await check()).toMatchObject({ code: 0, text: expect.stringMatching(/^No errors: 2 drops, \d+ calendar/) });
  });

  // A page of theft must not look like one of the project, and an editor must learn that a link is left out.
  it('names each link that is not published, without an error', async () => {
    edit('zora.yaml', 'https://claim.zora.co', 'https://zora-claim.xyz');
    const { code, text, remarks, document } = await check();
    expect([code, text]).toEqual([0, expect.stringMatching(/, 1 link not published\.$/)]);
    expect(remarks).toMatch(
      /drops\/zora\.yaml:\d+:\d+: distribution\.checker\.url: not published: "https:\/\/zora-claim\.xyz"/,
    );
    expect(document['withheld']).toHaveLength(1);
    edit('zora.yaml', /$/, 'official_domains: [{ domain: zora-claim.xyz, page: "https://zora.co/claim" }]\n');
    expect(await check()).toMatchObject({ code: 0, document: { withheld: [] } });
  });

  it('shows each error with its path relative to the working directory', async () => {
    edit('linea.yaml', /^name: .*$/m, 'nmae: Linea');
    edit('zora.yaml', /^chain: .*$/m, 'chain: 7');
    const { code, text, remarks, document } = await check();
    expect(code).toBe(1);
    expect(text).toMatch(/^drops\/linea\.yaml:\d+:\d+: .*name/m);
    expect(text).toMatch(/^drops\/zora\.yaml:\d+:\d+: chain: /m);
    expect(remarks).toMatch(/\d errors in 2 files\.$/);
    // Editors parse these lines: nothing but errors.
    for (const line of text.split('\n')) expect(line).toMatch(/^drops\/\w+\.yaml:\d+:\d+: /);
    expect(document).toMatchObject({ error: { code: 'catalogue_faults', faults: expect.any(Array) } });
  });

  it('reports a missing folder', async () => {
    rmSync(join(cwd, 'drops'), { recursive: true });
    expect(await check()).toMatchObject({ code: 1, text: expect.stringContaining('ENOENT') });
  });

  it('applies, previews a difference with --dry-run, and writes nothing twice', async () => {
    expect(await apply({ dryRun: true })).toMatchObject({ code: 0, text: expect.stringContaining('+ linea') });
    expect(await db.query('SELECT id FROM drops')).toEqual([]);

    expect((await apply()).text).toMatch(/^2 drops: 2 created\. \d+ revisions written\.$/);
    expect((await apply()).text).toBe('2 drops: 2 unchanged. 0 revisions written.');

    edit('linea.yaml', /^name: .*$/m, 'name: Linea Two');
    const { text, document } = await apply({ dryRun: true });
    expect(text).toContain('~ linea\n    ~ name: "Linea" → "Linea Two"\n');
    expect(text).toMatch(/\d revisions would be written; nothing was changed\.$/);
    expect(document).toMatchObject({ dry_run: true, updated: 1, changes: [{ id: 'linea', kind: 'updated' }] });
  });

  // A partial catalogue is worse than that of yesterday.
  it('writes nothing if any file has an error', async () => {
    edit('linea.yaml', /^name: .*$/m, 'name: Linea Three');
    edit('zora.yaml', /^chain: .*$/m, 'chain: 7');
    expect((await apply()).code).toBe(1);
    const [row] = await db.query<{ name: string }>(
      "SELECT definition ->> 'name' AS name FROM drops WHERE id = 'linea'",
    );
    expect(row).toEqual({ name: 'Linea' });
  });

  it('archives drops without a file only with --prune', async () => {
    rmSync(join(cwd, 'drops/zora.yaml'));
    expect((await apply()).text).not.toContain('archived');
    expect((await apply({ prune: true, dryRun: true })).text).toContain('- zora (archived)');
    expect((await apply({ prune: true })).text).toContain('1 archived');
  });

  it('rejects an archive of every drop of an origin, and an invalid origin', async () => {
    rmSync(join(cwd, 'drops/zora.yaml'));
    rmSync(join(cwd, 'drops/linea.yaml'));
    await expect(apply({ prune: true })).rejects.toThrow('would archive every drop of origin catalogue');
    await expect(apply({ origin: 'My set' })).rejects.toThrow('--origin must be');
  });

  // The list is what decides: more wallets than it has would lower every expected value of the drop.
  it('rejects wallets that differ from those of the active list by more than 10 %, unless the difference is accepted', async () => {
    await apply();
    await db.query(
      `INSERT INTO lists (drop_id, kind, version, wallets, total, sha256, in_force)
       VALUES ('linea', 'allocation', 1, 600000, 9361298700000000000000000000, $1, true)`,
      ['0'.repeat(64)],
    );
    edit('linea.yaml', /^name: .*$/m, 'name: Linea Three');
    const { code, text } = await apply();
    const [, line] =
      /^drops\/linea\.yaml:(\d+):\d+: distribution\.wallets: must not be above the 600000/.exec(text) ?? [];
    const file = readFileSync(join(cwd, 'drops/linea.yaml'), 'utf8').split('\n');
    expect([code, file[Number(line) - 1]]).toEqual([1, '  wallets: 749662']);
    expect((await apply({ acceptMismatch: true })).text).toContain('1 updated');

    edit('linea.yaml', '  wallets: 749662', '  wallets: 659999');
    expect((await apply()).code).toBe(0);
    // The next load of the list would be rejected.
    edit('linea.yaml', '  wallets: 659999', '  wallets: 545000');
    const below = await apply();
    expect([below.code, below.text]).toEqual([1, expect.stringContaining('must not be below the 600000 wallets')]);
  });
});
