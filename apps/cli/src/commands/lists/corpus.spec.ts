import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { LIST_FORMATS } from '@droptrack/eligibility/formats';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError } from '../../output/cli-error';
import type { CorpusCase } from './corpus-case-testing';
import { CASES } from './corpus-testing';
import { listCommands } from './testing';

const ROOT = resolve(__dirname, '../../../../..');
/** Inputs that were once read wrongly; absent outside of the project's machines. */
const SHARED = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'cases/lists');

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeAll(async () => {
  const token = (decimals: number) => ({ symbol: null, decimals: fact(decimals), address: null });
  lists = await listCommands([
    dropDefinition({ id: 'evm', token: token(18) }),
    dropDefinition({ id: 'sol', chain: fact('solana'), token: token(6) }),
  ]);
});
afterAll(() => lists.close());

/** The members of the document of a load that a case is about. */
interface LoadDocument {
  readonly wallets: number;
  readonly total: string;
  readonly tree: { readonly root: string } | null;
  readonly tokens: readonly { readonly total: string }[];
}

/** Result of a dry run: figures and notes, or the first error. */
async function load(text: string, { file, drop = 'evm', options = {} }: CorpusCase, format?: string) {
  const path = join(lists.folder, file);
  writeFileSync(path, text);
  const over = { dropId: drop, dryRun: true, ...options, ...(format !== undefined && { format }) };
  try {
    const { code, document, notes } = await lists.load([path], over as never);
    if (code === 0) {
      const { wallets, total, tree, tokens } = document as unknown as LoadDocument;
      const sums = tokens.map((each) => BigInt(each.total)).sort((a, b) => Number(b - a));
      return { figures: [wallets, total], root: tree?.root ?? null, tokens: sums.map(String), notes };
    }
    const { faults } = (document as { error: { faults: { line: number | null; message: string }[] } }).error;
    return { error: `${faults[0]?.line}: ${faults[0]?.message}` };
  } catch (error) {
    if (error instanceof CliError) return { error: `null: ${error.message}` };
    throw error;
  }
}

/** All cases, and those of them whose file is shared. */
const TABLE = CASES.flatMap((each) => {
  const path = each.shared === undefined ? null : join(SHARED, each.shared);
  const own = [each.file, each, each.text] as const;
  return path === null || !existsSync(path) ? [own] : [own, [each.shared ?? '', each, readFileSync(path, 'utf8')] as const]; // prettier-ignore
});

/** Shared files of Jupiter's two amounts, with the file of the root and the figures. */
const JUPITER = (['some.csv', 'some.json', 'zero.csv', 'zero.json'] as const)
  .map((name): readonly [file: string, root: string, figures: readonly [number, string]] => {
    const kind = name.slice(0, 4);
    return [`d-jupiter-locked-${name}`, `d-jupiter-locked-${kind}.root`, [5, kind === 'some' ? '580' : '510']];
  })
  .concat([['d-jupiter-renamed.csv', 'd-jupiter-locked-some.root', [5, '580']]]);

describe('the corpus of lists', () => {
  it.each(TABLE)('%s has its declared result', async (_, each, text) => {
    const { result } = each;
    const found = await load(text, each);
    if ('error' in result) return expect(found).toEqual({ error: expect.stringMatching(result.error) as string });
    const { figures, root = null, tokens = [], notes = [] } = result;
    expect(found).toMatchObject({ figures, tokens, ...(each.text === text && { root }) });
    expect(found.notes).toEqual(notes.map((note) => expect.stringMatching(note) as string));
  });

  // A format that is declared wrongly must not turn a rejected file into amounts, or amounts into others.
  it.each(CASES)('$file is read by no format as something else', async (each) => {
    for (const format of LIST_FORMATS) {
      const found = await load(each.text, each, format);
      const isError = 'error' in found || 'error' in each.result;
      expect([format, found]).toMatchObject([
        format,
        isError
          ? { error: expect.any(String) as string }
          : { figures: 'figures' in each.result && each.result.figures },
      ]);
    }
  });

  // Roots are of the shared files' own wallets.
  it.each(JUPITER)('reads both amounts of %s', async (name, root, figures) => {
    const path = join(SHARED, name);
    if (!existsSync(path)) return;
    const expectRoot = readFileSync(join(SHARED, root), 'utf8').trim();
    const options = { expectRoot, ...(name.endsWith('csv') && ({ unit: 'base', tree: 'jito' } as const)) };
    const found = await load(readFileSync(path, 'utf8'), {
      file: name,
      text: '',
      drop: 'sol',
      options,
      result: { figures },
    });
    expect(found).toEqual({ figures: [...figures], root: expectRoot, tokens: [], notes: [] });
  });

  // A file that no case reads protects nothing.
  it('reads every shared file', () => {
    const read = [...CASES.map(({ shared }) => shared), ...JUPITER.flatMap(([name, root]) => [name, root])];
    const files = existsSync(SHARED) ? readdirSync(SHARED) : [];
    expect(files.filter((name) => !read.includes(name))).toEqual([]);
  });
});
