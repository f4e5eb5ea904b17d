import { gzipSync } from 'node:zlib';
import { esbuild, inOneFile } from './bundle';
import { filesOfPage } from './vite-page';

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

/** Programs that add the verification of claims to the client, and that only import it. */
const CLAIMS = `${CLIENT}
import { verifyClaim } from '@droptrack/sdk/claims';
console.log(verifyClaim(globalThis.action, globalThis.expectation));
`;
const CLAIMS_UNUSED = `${CLIENT}
import { nodeOf, prepareClaimPrivately, verifyClaim } from '@droptrack/sdk/claims';
`;

/**
 * Sizes in bytes that the README promises to stay below: the first two of a page of Vite, the others of one file by esbuild; `claims` and
 * `claimsUnused` are what these programs add to `clientInOneFile`.
 */
export const LIMITS = {
  ...{ listsOnly: 7_100, client: 8_100, clientInOneFile: 18_600, whole: 25_000 },
  // The minifier names the same code differently beside another import, which changes a few bytes.
  ...{ claims: 6_000, claimsUnused: 20 },
} as const;

/** Sizes in bytes after minifying, tree-shaking and gzip. */
export type Sizes = Readonly<Record<keyof typeof LIMITS, number>>;

/** Size of a program that uses one export. Exports share code: the sum is more than the whole package. */
interface ExportSize {
  readonly name: string;
  readonly bytes: number;
}

const LABELS: Readonly<Record<keyof Sizes, string>> = {
  listsOnly: 'a program that only lists drops, before it loads more code',
  client: 'a program that lists drops with the whole client, before it loads more code',
  clientInOneFile: 'the same from a bundler that writes one file',
  whole: 'the whole main entry',
  claims: 'what verifyClaim adds to the client in one file',
  claimsUnused: 'what an unused import of it adds',
};
const PROGRAMS = Object.keys(LABELS) as readonly (keyof Sizes)[];

/** @param directory - project in which the package is installed. */
export async function measureSizes(directory: string): Promise<Sizes> {
  const clientInOneFile = await bundledBytes(directory, CLIENT);
  return {
    listsOnly: await initialBytes(directory, LISTS_ONLY),
    client: await initialBytes(directory, CLIENT),
    clientInOneFile,
    whole: await bundledBytes(directory, WHOLE),
    claims: (await bundledBytes(directory, CLAIMS)) - clientInOneFile,
    claimsUnused: (await bundledBytes(directory, CLAIMS_UNUSED)) - clientInOneFile,
  };
}

/** Sizes per export, largest first. */
export async function measureExports(directory: string): Promise<ExportSize[]> {
  const { metafile } = await esbuild.build({ ...inOneFile(directory, WHOLE), metafile: true });
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
  const { outputFiles } = await esbuild.build(inOneFile(directory, program));
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

/** Size of the files that a page of Vite loads first, with its code that loads further ones. */
async function initialBytes(directory: string, program: string): Promise<number> {
  const files = await filesOfPage(directory, program);
  return files.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
}
