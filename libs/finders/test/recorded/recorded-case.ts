import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Libraries whose sources have a folder `recorded/`, with a folder per finder where a source has finders of several kinds. */
const LIBRARIES = ['connectors', 'finders'] as const;
const LIBS = join(__dirname, '../../..');

/** One request and its response. */
export interface RecordedExchange {
  readonly method: string;
  /** Path, with those parameters that the request must have. */
  readonly target: URL;
  /** Text that the body of the request must contain; empty for any. */
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const caseShape = z.strictObject({
  /** Page or repository that documents or contains a response of this shape. */
  source: z.url({ protocol: /^https$/ }),
  /** Values that differ from those of the source. */
  changed: z.string().min(1),
  /** Origin in the query, in headers and in the expected result, which stands for that of the test server. */
  origin: z.url().default('https://recorded.example'),
  /** Start of the poll or of the run. */
  at: z.iso.datetime(),
  /** Query of a connector, or tokens of the prices; finders have none. */
  query: z.unknown().optional(),
  expected: z.union([
    z.strictObject({ readings: z.array(z.record(z.string(), z.unknown())) }),
    z.strictObject({ prices: z.record(z.string(), z.unknown()) }),
    z.strictObject({ sightings: z.array(z.record(z.string(), z.unknown())) }),
    z.strictObject({ error: z.strictObject({ kind: z.string(), message: z.string().optional() }) }),
  ]),
});

/** Recorded response of a source with its expected reading. */
export interface RecordedCase extends z.infer<typeof caseShape> {
  /** Library and reader, such as `connectors/github`. */
  readonly reader: string;
  /** Such as `connectors/github/commits`. */
  readonly name: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** All recorded responses. A file without the other one of its pair is an error. */
export function recordedCases(): readonly RecordedCase[] {
  return LIBRARIES.flatMap((library) => {
    const sources = join(LIBS, library, 'src');
    return foldersIn(sources).flatMap((source) => casesIn(`${library}/${source}`, join(sources, source, 'recorded')));
  });
}

function casesIn(reader: string, folder: string): readonly RecordedCase[] {
  if (!existsSync(folder)) return [];
  const kinds = foldersIn(folder);
  const files = readdirSync(folder).filter((file) => !kinds.includes(file));
  const names = [...new Set(files.map((file) => file.replace(/\.(http|json)$/, '')))];
  return [
    ...names.map((name) => recordedCase(reader, name, join(folder, name))),
    ...kinds.flatMap((kind) => casesIn(`${reader}/${kind}`, join(folder, kind))),
  ];
}

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

function recordedCase(reader: string, kind: string, path: string): RecordedCase {
  const name = `${reader}/${kind}`;
  const parsed = caseShape.safeParse(JSON.parse(readFileSync(`${path}.json`, 'utf8')));
  if (!parsed.success) throw new Error(`${name}.json: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, reader, name, exchanges: parseExchanges(name, readFileSync(`${path}.http`, 'utf8')) };
}

/** Parses a file of exchanges, which lines of `###` separate. */
function parseExchanges(name: string, text: string): readonly RecordedExchange[] {
  return text.split(/^###\n/m).map((part) => {
    const [head = '', ...rest] = part.split('\n\n');
    const [, method = '', target = '', asked = '', status = '', lines = ''] =
      /^(GET|POST) (\/\S*)(?: (.+))?\nHTTP\/[\d.]+ (\d{3})(?: .*)?\n?([^]*)$/.exec(head.trim()) ?? [];
    if (method === '') throw new Error(`${name}.http: no request line and status line: ${head.slice(0, 100)}`);
    const headers = lines.split('\n').filter((line) => line !== '');
    return {
      method,
      target: new URL(target, 'http://recorded.test'),
      asked,
      status: Number(status),
      headers: Object.fromEntries(headers.map((line) => headerOf(name, line))),
      body: rest.join('\n\n').trimEnd(),
    };
  });
}

function headerOf(name: string, line: string): readonly [string, string] {
  const [, key = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
  if (key === '') throw new Error(`${name}.http: no header: ${line.slice(0, 100)}`);
  return [key.toLowerCase(), value];
}
