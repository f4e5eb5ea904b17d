import { gzipSync } from 'node:zlib';
import { esbuild } from '../package/bundler';

/** A program that only lists drops, as the README says that it is written where bytes count. */
export const LISTS_ONLY = `
import { Connection, Drops } from '@droptrack/sdk';
const drops = new Drops(new Connection({ apiKey: globalThis.key, baseUrl: 'https://api.example.com' }));
for await (const drop of drops.list({ status: 'live' })) console.log(drop.id);
`;

/** The same with the client, which brings all resources with it, whatever is used of them. */
export const CLIENT = `
import { Droptrack } from '@droptrack/sdk';
const client = new Droptrack({ apiKey: globalThis.key, baseUrl: 'https://api.example.com' });
for await (const drop of client.drops.list({ status: 'live' })) console.log(drop.id);
`;

export const WHOLE = `export * from '@droptrack/sdk';`;

/** Most bytes, compressed as servers do (gzip): what the package promises. */
export const LIMITS = { listsOnly: 5_000, client: 7_500, whole: 20_000 } as const;

/** What was measured, in bytes after minifying, tree-shaking and gzip. */
export interface Sizes {
  readonly listsOnly: number;
  readonly client: number;
  readonly whole: number;
  /** A program that takes this export and nothing else. They share code: the sum is more than the whole. */
  readonly exports: readonly { readonly name: string; readonly bytes: number }[];
}

/** @param directory - of a project in which the package is installed. */
export async function measureSizes(directory: string): Promise<Sizes> {
  const names = await exportedNames(directory);
  const exports: { name: string; bytes: number }[] = [];
  for (const name of names) {
    exports.push({ name, bytes: await bundledBytes(directory, `export { ${name} } from '@droptrack/sdk';`) });
  }
  exports.sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
  return {
    listsOnly: await bundledBytes(directory, LISTS_ONLY),
    client: await bundledBytes(directory, CLIENT),
    whole: await bundledBytes(directory, WHOLE),
    exports,
  };
}

/** What exceeds its limit, in words; empty when nothing does. */
export function sizeFaults({ listsOnly, client, whole }: Sizes): string[] {
  const over = (what: string, bytes: number, limit: number): string[] =>
    bytes < limit ? [] : [`${what} weighs ${bytes} bytes gzipped; less than ${limit} are promised`];
  return [
    ...over('a program that only lists drops', listsOnly, LIMITS.listsOnly),
    ...over('a program that lists drops with the whole client', client, LIMITS.client),
    ...over('the whole package', whole, LIMITS.whole),
  ];
}

/** Sizes as a table, the heaviest first; what weighs next to nothing in one line. */
export function presentSizes({ listsOnly, client, whole, exports }: Sizes): string {
  const row = (bytes: number, what: string): string => `${String(bytes).padStart(7)}  ${what}`;
  const light = exports.filter(({ bytes }) => bytes < LIGHT_BYTES).map(({ name }) => name);
  return [
    'bytes, minified and gzipped',
    row(listsOnly, `a program that only lists drops (less than ${LIMITS.listsOnly})`),
    row(client, `the same with the whole client (less than ${LIMITS.client})`),
    row(whole, `the whole package (less than ${LIMITS.whole})`),
    'a program that takes one export only',
    ...exports.filter(({ bytes }) => bytes >= LIGHT_BYTES).map(({ name, bytes }) => row(bytes, name)),
    ...(light.length === 0 ? [] : [row(LIGHT_BYTES, `and less, each: ${light.join(', ')}`)]),
  ].join('\n');
}

const LIGHT_BYTES = 250;

async function exportedNames(directory: string): Promise<string[]> {
  const { metafile } = await esbuild.build({ ...bundling(directory, WHOLE), metafile: true });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
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
