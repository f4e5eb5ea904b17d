import { mapFact, readFact, resolveSource } from './provenance';

const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
const MEMORY = { kind: 'memory', url: null, at: null };

describe('resolveSource', () => {
  it('parses each notation of a source', () => {
    expect(resolveSource({ source: 'memory' }, null)).toEqual(MEMORY);
    expect(resolveSource({ source: DOCS.url }, null)).toEqual({ kind: 'reported', url: DOCS.url, at: null });
    expect(resolveSource({ source: { url: DOCS.url, at: DOCS.at } }, null)).toEqual({ ...DOCS, kind: 'reported' });
    expect(resolveSource({ source: DOCS }, null)).toEqual(DOCS);
  });

  it('prefers the nearest source and the nearest date', () => {
    expect(resolveSource({}, DOCS)).toEqual(DOCS);
    expect(resolveSource({ source: 'memory' }, DOCS)).toEqual(MEMORY);
    expect(resolveSource({ at: '2026-09-01' }, DOCS)).toEqual({ ...DOCS, at: '2026-09-01' });
    expect(resolveSource({ source: DOCS, at: '2026-09-01' }, null)).toEqual({ ...DOCS, at: '2026-09-01' });
    expect(resolveSource({}, null)).toBeNull();
  });
});

describe('readFact', () => {
  it('parses a fact without a source, with the inherited one', () => {
    expect(readFact(18, DOCS)).toEqual({ value: 18, source: DOCS });
    expect(readFact(false, null)).toEqual({ value: false, source: null });
    expect(readFact([1, 2], DOCS)).toEqual({ value: [1, 2], source: DOCS });
  });

  it('parses a fact with its own source', () => {
    expect(readFact({ value: 0, source: 'memory' }, DOCS)).toEqual({ value: 0, source: MEMORY });
    expect(readFact({ value: [1, 2] }, DOCS)).toEqual({ value: [1, 2], source: DOCS });
  });

  // Zero is a value, null is the absence of one.
  it('treats null and a missing member as unknown', () => {
    expect(readFact(null, DOCS)).toBeNull();
    expect(readFact(undefined, DOCS)).toBeNull();
    expect(readFact({ value: null, source: 'memory' }, DOCS)).toBeNull();
  });
});

describe('mapFact', () => {
  it('keeps the source', () => {
    expect(mapFact({ value: 2, source: DOCS }, String)).toEqual({ value: '2', source: DOCS });
    expect(mapFact(null, String)).toBeNull();
  });
});
