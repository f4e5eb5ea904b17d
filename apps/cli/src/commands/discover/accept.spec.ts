import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DropRepository } from '@droptrack/persistence';
import { readCatalogue } from '../catalogue/files/read-catalogue';
import { acceptAuto } from './accept-auto';
import { type AcceptOne, acceptOne } from './accept';
import { campaignSighting, createDiscovery, type Discovery, marketSighting } from './testing';
import { rejectCandidate } from './review';

let discovery: Discovery;
let cwd = '';
let directory = '';
beforeAll(async () => {
  discovery = await createDiscovery();
});
beforeEach(async () => {
  await discovery.empty();
  cwd = mkdtempSync(join(tmpdir(), 'droptrack-accept-'));
  directory = join(cwd, 'drops');
});
afterEach(() => rmSync(cwd, { recursive: true }));
afterAll(() => discovery.close());

const answer = (text: string): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    yield Buffer.from(text);
  },
});
const accept = (candidateId: number, over: Partial<AcceptOne> = {}, said = '') =>
  discovery.call<Record<string, unknown>>((deps) =>
    acceptOne(
      {
        candidateId,
        id: null,
        target: { kind: 'file', directory, force: false },
        reason: 'reviewed',
        by: 'ana',
        dryRun: false,
        yes: false,
        ...over,
      },
      { ...deps, stdin: answer(said), cwd },
    ),
  );
const DATABASE = { kind: 'database', origin: 'discovered' } as const;
const stateOf = async (id: number) =>
  (
    await discovery.db.query<{ state: string; drop: string | null }>(
      'SELECT state, drop_id AS drop FROM candidates WHERE id = $1',
      [id],
    )
  )[0];
const campaign = async (name = 'Linea rewards') => {
  const [id] = await discovery.found('evm-campaigns', campaignSighting('1', { name }));
  return id!;
};

describe('discover accept --out', () => {
  it('writes a valid file with a source for each fact, marks the candidate, and names the next step', async () => {
    const id = await campaign();
    const { code, text, document } = await accept(id);
    expect({ code, document }).toMatchObject({
      code: 0,
      document: { candidate: id, drop: 'linea-rewards', origin: null },
    });
    expect(text).toContain(`Candidate ${id}, Linea rewards, is accepted as linea-rewards: drops/linea-rewards.yaml.`);
    expect(text).toContain('droptrack catalogue apply drops\n');
    const { definitions, faults } = await readCatalogue(directory);
    expect(faults).toEqual([]);
    expect(definitions).toMatchObject([
      {
        id: 'linea-rewards',
        name: 'Linea rewards',
        chain: { value: 'linea', source: expect.any(Object) },
        claim: { rpc: 'linea', check: 'hasClaimed(uint256 index) returns (bool)', source: expect.any(Object) },
      },
    ]);
    expect(await stateOf(id)).toEqual({ state: 'accepted', drop: 'linea-rewards' });
    expect(await new DropRepository(discovery.db).exists('linea-rewards')).toBe(false);
  });

  it('shows the file with --dry-run, and changes nothing', async () => {
    const id = await campaign();
    const { text, remarks, document } = await accept(id, { dryRun: true });
    expect(text).toMatch(/^# yaml-language-server: [^]*\nid: linea-rewards\n/);
    expect(remarks).toContain('Nothing was changed.');
    expect(document).toMatchObject({ dry_run: true, drop: 'linea-rewards', text: `${text}\n` });
    expect(existsSync(directory)).toBe(false);
    expect(await stateOf(id)).toMatchObject({ state: 'new' });
  });

  it('never overwrites a file without --force, and proposes an id that no file has', async () => {
    const id = await campaign();
    await accept(id, { id: 'taken' });
    const [second] = await discovery.found('evm-campaigns', campaignSighting('2', { name: 'Taken' }));
    const before = readFileSync(join(directory, 'taken.yaml'), 'utf8');
    await expect(accept(second!, { id: 'taken' })).rejects.toMatchObject({ code: 'file_exists' });
    expect(readFileSync(join(directory, 'taken.yaml'), 'utf8')).toBe(before);
    await accept(second!);
    expect(readdirSync(directory).sort()).toEqual([expect.stringMatching(/^taken.*\.yaml$/), 'taken.yaml'].sort());
  });

  it('leaves the folder as it was if the candidate cannot be accepted', async () => {
    const id = await campaign();
    await accept(id);
    rmSync(join(directory, 'linea-rewards.yaml'));
    await expect(accept(id, { id: 'again' })).rejects.toMatchObject({ code: 'candidate_accepted' });
    expect(readdirSync(directory)).toEqual([]);
    writeFileSync(join(directory, 'again.yaml'), 'mine');
    const force = { target: { kind: 'file', directory, force: true } } as const;
    await expect(accept(id, { id: 'again', ...force })).rejects.toMatchObject({ code: 'candidate_accepted' });
    expect(readFileSync(join(directory, 'again.yaml'), 'utf8')).toBe('mine');
  });

  it('replaces a link instead of following it', async () => {
    const id = await campaign();
    const victim = join(cwd, 'victim');
    writeFileSync(victim, 'untouched');
    await accept(id, { dryRun: true });
    rmSync(directory, { recursive: true, force: true });
    directory = cwd;
    symlinkSync(victim, join(cwd, 'linea-rewards.yaml'));
    await expect(accept(id, { id: 'linea-rewards' })).rejects.toMatchObject({ code: 'file_exists' });
    await accept(id, { id: 'linea-rewards', target: { kind: 'file', directory, force: true } });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(readFileSync(join(cwd, 'linea-rewards.yaml'), 'utf8')).toContain('id: linea-rewards');
  });

  it.each(['../escape', 'a/b', 'A', '', '.hidden', 'x'.repeat(65), 'a--b', 'a\u0000b'])(
    'rejects the id %j, so that no file is outside the folder',
    async (id) => {
      const candidate = await campaign();
      await expect(accept(candidate, { id })).rejects.toMatchObject({ code: 'invalid_argument' });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it.each([
    '../../etc/cron.d/x',
    '..\\..\\x',
    'a: &x {b: *x} # !!js/function',
    '<img src=x onerror=alert(1)>',
    '$(rm -rf ~) `id`',
    '- - ? | >',
    '%2e%2e%2f',
    'x.yaml/../../y',
    '日本語',
  ])('never uses the name %j as a path, and writes it as a value', async (name) => {
    const id = await campaign(name);
    await accept(id);
    const files = readdirSync(cwd, { recursive: true }).map(String).sort();
    expect(files).toEqual(['drops', expect.stringMatching(/^drops\/[a-z0-9]+(-[a-z0-9]+)*\.yaml$/)]);
    const { definitions, faults } = await readCatalogue(directory);
    expect({ faults, name: definitions[0]?.name }).toEqual({ faults: [], name });
  });
});

describe('discover accept --origin', () => {
  it('publishes the drop after a confirmation, in the origin', async () => {
    const id = await campaign();
    await expect(accept(id, { target: DATABASE }, 'no\n')).rejects.toMatchObject({ code: 'not_confirmed' });
    expect(await stateOf(id)).toMatchObject({ state: 'new' });
    const { text, document } = await accept(id, { target: DATABASE }, 'y\n');
    expect(text).toMatch(/is accepted as linea-rewards, origin discovered; \d+ revisions? written\.$/m);
    expect(document).toMatchObject({ origin: 'discovered', file: null });
    const [drop] = await discovery.db.query("SELECT origin FROM drops WHERE id = 'linea-rewards'");
    expect(drop).toEqual({ origin: 'discovered' });
  });

  it('rejects the id of another drop, and a rejected candidate', async () => {
    const [first, second] = await discovery.found('evm-campaigns', campaignSighting('3'), campaignSighting('4'));
    const terms = { target: DATABASE, yes: true, id: 'one-drop' };
    await accept(first!, terms);
    await expect(accept(second!, terms)).rejects.toMatchObject({
      code: 'drop_id_taken',
      hint: expect.stringContaining('--id'),
    });
    await discovery.call((deps) => rejectCandidate({ candidateId: second!, reason: 'test', by: 'ana' }, deps));
    await expect(accept(second!, { ...terms, id: 'other' })).rejects.toMatchObject({ code: 'candidate_rejected' });
  });
});

describe('discover accept --auto', () => {
  // The campaigns of these tests share one token, and a known drop with the token of a candidate holds it back.
  beforeEach(() => discovery.db.query('UPDATE drops SET archived_at = now()'));

  const auto = (over: { dryRun?: boolean; confirmations?: number | null; balance?: bigint } = {}) =>
    discovery.call<{
      accepted: { candidate: number; drop?: string }[];
      others: { candidate: number; missing: string[] }[];
    }>((deps) =>
      acceptAuto(
        { target: DATABASE, by: 'ana', dryRun: over.dryRun ?? false, yes: true },
        { ...deps, stdin: answer(''), stateOf: async () => stateAt(over) },
      ),
    );
  const stateAt = ({ confirmations = null, balance = 1_000n }: { confirmations?: number | null; balance?: bigint }) =>
    confirmations === null ? null : { confirmations, balance };
  // No funds at the check of the list: only those at the acceptance count.
  const verify = (digit: string, wallets = 120) =>
    discovery.db.query(
      `UPDATE campaign_lists SET state = 'verified', wallets = $2, total = 1000, balance = 0, unclaimed = 1000, sha256 = $3
       WHERE contract = $1`,
      [`eip155:59144:0x${digit.repeat(40)}`, wallets, 'ab'.repeat(32)],
    );

  it('accepts exactly the candidates that fulfil the rule, and states for the others why not', async () => {
    const [funded, short, unchecked] = await discovery.found(
      'evm-campaigns',
      campaignSighting('5', { name: 'Funded' }, { symbol: 'FND' }),
      campaignSighting('6', { name: 'Short' }, { symbol: 'SHT' }),
      campaignSighting('7', { name: 'Unchecked' }, { symbol: 'UNC' }),
    );
    const [market] = await discovery.found('polymarket', marketSighting('launch'));
    await verify('5');
    await verify('6', 49);
    const { text, document } = await auto({ dryRun: true, confirmations: 12 });
    expect(document.accepted).toMatchObject([{ candidate: funded }]);
    expect(document.others.map(({ candidate }) => candidate)).toEqual([short, unchecked, market]);
    expect(document.others.every(({ missing }) => missing.length > 0)).toBe(true);
    expect(text).toMatch(/^\d+ +Funded +would be accepted$/m);
    expect(await stateOf(funded!)).toMatchObject({ state: 'new' });

    expect((await auto({ confirmations: 12 })).document.accepted).toMatchObject([
      { candidate: funded, drop: 'funded' },
    ]);
    for (const id of [short, unchecked, market]) expect(await stateOf(id!)).toMatchObject({ state: 'new' });
    expect((await auto({ confirmations: 12 })).document.accepted).toEqual([]);
  });

  it.each([null, 11])('waits for confirmations (%p)', async (confirmations) => {
    const [id] = await discovery.found('evm-campaigns', campaignSighting('8', { name: 'Young' }, { symbol: 'YNG' }));
    await verify('8');
    expect((await auto({ confirmations })).document.accepted).toEqual([]);
    expect(await stateOf(id!)).toMatchObject({ state: 'new' });
  });

  it.each([
    [999n, 'new'],
    [1_000n, 'accepted'],
  ])('requires that the contract holds everything unclaimed at the acceptance (%p)', async (balance, state) => {
    const [id] = await discovery.found('evm-campaigns', campaignSighting('9', { name: 'Late' }, { symbol: 'LTE' }));
    await verify('9');
    await auto({ confirmations: 12, balance });
    expect(await stateOf(id!)).toMatchObject({ state });
  });

  it('accepts one of two campaigns in the same token: the other one looks like the first', async () => {
    const ids = await discovery.found(
      'evm-campaigns',
      campaignSighting('1', { name: 'Thistle' }, { symbol: 'THS' }),
      campaignSighting('2', { name: 'Bramble' }, { symbol: 'BRM' }),
    );
    await verify('1');
    await verify('2');
    expect((await auto({ confirmations: 12 })).document.accepted).toHaveLength(1);
    expect((await Promise.all(ids.map(stateOf))).map((row) => row?.state).sort()).toEqual(['accepted', 'new']);
  });
});
