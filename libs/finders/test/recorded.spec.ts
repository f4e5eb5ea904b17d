import { SourceError } from '@droptrack/sources';
import { httpAt, type Reader, readersAt } from './recorded/readers';
import { type RecordedCase, recordedCases } from './recorded/recorded-case';
import { replay, replayAnywhere } from './recorded/replay';

const cases = recordedCases();
const READERS = readersAt('http://127.0.0.1').map(({ id }) => id);

const readerAt = (id: string, url: string): Reader => {
  const reader = readersAt(url).find((each) => each.id === id);
  if (reader === undefined) throw new Error(`no reader has the folder ${id}`);
  return reader;
};

/** Result, or the error, with the origin of the case instead of the URL of the server. */
async function outcomeOf(id: string, { origin, at, query }: RecordedCase, url: string): Promise<unknown> {
  const here = (value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll(origin, url)) as unknown;
  const nowMs = Date.parse(at);
  const reader = readerAt(id, url);
  const outcome = await reader.read({ query: here(query), http: httpAt(nowMs), nowMs }).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    return { error: { kind: error.kind, message: error.message } };
  });
  const [{ host }, there] = [new URL(url), new URL(origin)];
  return JSON.parse(JSON.stringify(outcome).replaceAll(url, origin).replaceAll(host, there.host));
}

describe('a recorded response', () => {
  it.each(READERS)('exists for %s', (id) => {
    expect(cases.filter(({ reader }) => reader === id)).not.toEqual([]);
  });

  it('belongs to a reader', () => {
    expect(cases.map(({ reader }) => reader).filter((id) => !READERS.includes(id))).toEqual([]);
  });

  it.each(cases.map((each) => [each.name, each] as const))('is read as expected: %s', async (_, recorded) => {
    const server = await replay(recorded);
    const outcome = await outcomeOf(recorded.reader, recorded, server.url);
    await server.close();
    expect(outcome).toMatchObject(recorded.expected);
    // The file holds what the source was asked, no more and no less.
    expect([server.unknown, server.unsent()]).toEqual([[], []]);
  });
});

// The source at an address can change, and a wrong address is a common error of operators.
describe('a response of another source', () => {
  /** A query that each connector accepts: that of its first case. */
  const queryOf = (id: string): unknown => cases.find(({ reader }) => reader === id)?.query;

  it.each(READERS)('is never read as a value by %s', async (id) => {
    const foreign = cases.filter(({ reader }) => reader !== id);
    const read: unknown[] = [];
    for (const recorded of foreign) {
      const server = await replayAnywhere(recorded);
      const outcome = await outcomeOf(id, { ...recorded, query: queryOf(id) }, server.url);
      await server.close();
      if (hasValue(outcome)) read.push({ [recorded.name]: outcome });
    }
    expect(read).toEqual([]);
  });
});

/** True for a price, a sighting, or a reading above 0. */
function hasValue(outcome: unknown): boolean {
  const {
    readings = [],
    sightings = [],
    prices = {},
  } = outcome as {
    readonly readings?: readonly { readonly value: number }[];
    readonly sightings?: readonly unknown[];
    readonly prices?: Readonly<Record<string, unknown>>;
  };
  const hasPrice = Object.values(prices).some((price) => price !== null);
  return readings.some(({ value }) => value > 0) || sightings.length > 0 || hasPrice;
}
