import { gzipSync } from 'node:zlib';
import { esbuild } from './foreign-imports';

/** A program that only lists drops, written as the README recommends where bytes count. */
const LISTS_ONLY = `
import { Connection, Drops } from '@droptrack/sdk';
const drops = new Drops(new Connection({ apiKey: globalThis.key, baseUrl: 'https://api.example.com' }));
for await (const drop of drops.list({ status: 'live' })) console.log(drop.id);
`;

/** The same with the client, which includes all resources. */
const CLIENT = `
import { Droptrack } from '@droptrack/sdk';
const client = new Droptrack({ apiKey: globalThis.key, baseUrl: 'https://api.example.com' });
for await (const drop of client.drops.list({ status: 'live' })) console.log(drop.id);
`;

const WHOLE = `export * from '@droptrack/sdk';`;

/** Sizes in bytes that the README promises to stay below. */
export const LIMITS = { listsOnly: 5_000, client: 17_000, whole: 24_000 } as const;

/** Sizes in bytes after minifying, tree-shaking and gzip. */
export type Sizes = Readonly<Record<keyof typeof LIMITS, number>>;

/** Size of a program that uses one export. Exports share code: the sum is more than the whole package. */
export interface ExportSize {
  readonly name: string;
  readonly bytes: number;
}

const LABELS: Readonly<Record<keyof Sizes, string>> = {
  listsOnly: 'a program that only lists drops',
  client: 'a program that lists drops with the whole client',
  whole: 'the whole package',
};
const PROGRAMS = Object.keys(LABELS) as readonly (keyof Sizes)[];

/** @param directory - project in which the package is installed. */
export async function measureSizes(directory: string): Promise<Sizes> {
  return {
    listsOnly: await bundledBytes(directory, LISTS_ONLY),
    client: await bundledBytes(directory, CLIENT),
    whole: await bundledBytes(directory, WHOLE),
  };
}

/** Sizes per export, largest first. */
export async function measureExports(directory: string): Promise<ExportSize[]> {
  const { metafile } = await esbuild.build({ ...bundling(directory, WHOLE), metafile: true });
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports);
  const sizes: ExportSize[] = [];
  for (const name of names) {
    sizes.push({ name, bytes: await bundledBytes(directory, `export { ${name} } from '@droptrack/sdk';`) });
  }
  return sizes.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}

/** Exceeded limits, one text each. */
export const sizeViolations = (sizes: Sizes): string[] =>
  PROGRAMS.filter((program) => sizes[program] >= LIMITS[program]).map(
    (program) => `${LABELS[program]} has ${sizes[program]} bytes gzipped; fewer than ${LIMITS[program]} are promised`,
  );

const LIGHT_BYTES = 250;

/** Renders the sizes as a table; the smallest exports share one line. */
export function presentSizes(sizes: Sizes, exports: readonly ExportSize[]): string {
  const row = (bytes: number, label: string): string => `${String(bytes).padStart(7)}  ${label}`;
  const light = exports.filter(({ bytes }) => bytes < LIGHT_BYTES).map(({ name }) => name);
  return [
    'bytes, minified and gzipped',
    ...PROGRAMS.map((program) => row(sizes[program], `${LABELS[program]} (limit ${LIMITS[program]})`)),
    'programs that use one export',
    ...exports.filter(({ bytes }) => bytes >= LIGHT_BYTES).map(({ name, bytes }) => row(bytes, name)),
    ...(light.length === 0 ? [] : [row(LIGHT_BYTES, `or less, each: ${light.join(', ')}`)]),
  ].join('\n');
}

async function bundledBytes(directory: string, program: string): Promise<number> {
  const { outputFiles } = await esbuild.build(bundling(directory, program));
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const bundling = (directory: string, contents: string) =>
  ({
    stdin: { contents, resolveDir: directory, sourcefile: 'program.mjs' },
    absWorkingDir: directory,
    bundle: true,
    write: false,
    outfile: 'program.out.mjs',
    minify: true,
    treeShaking: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'silent',
  }) as const;
