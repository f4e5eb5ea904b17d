import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { InvalidAnswerError } from '../errors';
import { EventParser } from './event-parser';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Events and wait of a text that arrives in these chunks. */
function parsed(...chunks: (string | Uint8Array)[]) {
  const parser = new EventParser();
  const events = chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? utf8(chunk) : chunk));
  return { events, retryMs: parser.retryMs };
}
const eventsOf = (...chunks: string[]) => parsed(...chunks).events;
const ONE = [{ id: '7', data: 'x' }];

describe('EventParser', () => {
  it.each([
    ['line feeds', ['id: 7\ndata: x\n\n']],
    ['carriage returns', ['id: 7\rdata: x\r\r']],
    ['both', ['id: 7\r\ndata: x\r\n\r\n']],
    ['both, cut between them', ['id: 7\r', '\ndata: x\r', '\n\r', '\n']],
    ['no space after the colon', ['id:7\ndata:x\n\n']],
    ['comments and unknown fields', [':\n: live\nid: 7\nfoo: y\nevent: z\ndata: x\n\n']],
    ['a byte order mark', ['\ufeffid: 7\ndata: x\n\n']],
  ])('reads an event with %s', (_, chunks) => {
    expect(eventsOf(...chunks)).toEqual(ONE);
  });

  it('joins lines of data, and removes one space only', () => {
    expect(eventsOf('data: a\ndata\ndata:  b\u2028\n\n')).toEqual([{ id: null, data: 'a\n\n b\u2028' }]);
    expect(eventsOf('data:\n\n')).toEqual([{ id: null, data: '' }]);
  });

  // A client that resumed at the id of a cut event would lose the event.
  it('returns an id only with its event, and not with the next one', () => {
    expect(eventsOf('id: 7\ndata: x\n')).toEqual([]);
    expect(eventsOf('id: 7\n\ndata: x\n\ndata: y\n\n')).toEqual([
      { id: null, data: 'x' },
      { id: null, data: 'y' },
    ]);
  });

  it('ignores an id with a NUL, and a wait that is not a number', () => {
    expect(eventsOf('id: 7\nid: 8\0\ndata: x\n\n')).toEqual(ONE);
    expect(parsed('retry: 1500\n', 'retry: soon\nretry: -1\nretry:\n').retryMs).toBe(1_500);
    expect(parsed('data: x\n\n').retryMs).toBeNull();
  });

  it('holds at most 1 MiB of an event, whatever its lines', () => {
    const part = 'x'.repeat(64 * 1024);
    const endless = (chunk: string) => () => parsed(...Array.from({ length: 17 }, () => chunk));
    expect(endless(part)).toThrow(InvalidAnswerError);
    expect(endless(`data: ${part}\n`)).toThrow(InvalidAnswerError);
    expect(endless(`: ${part}\n`)).not.toThrow();
    expect(endless(`data: ${part}\n\n`)).not.toThrow();
  });

  // The parser of `eventsource`, which Node users know, is the reference.
  it('reads any lines in any chunks as another parser does', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', 'data', 'id', ':', 'data: {"a":1}', 'id: 12', 'id: \0', 'retry: 9', 'event: x', 'retry'),
      fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
      fc.string({ maxLength: 6 }).map((text) => text.replace(/[\r\n]/g, '')),
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 30 })
      .map((lines) => lines.map(([content, end]) => content + end).join(''));
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(text, cuts, fc.boolean(), (content, marks, hasMark) => {
        // Without an empty line, the reference waits for what follows a carriage return.
        const whole = `${content}\n\n`;
        const bytes = utf8((hasMark ? '\ufeff' : '') + whole);
        const offsets = [0, ...marks.map((mark) => mark % bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = offsets.slice(1).map((end, index) => bytes.slice(offsets[index], end));

        const expected: { id: string | null; data: string }[] = [];
        let retryMs: number | null = null;
        const reference = createParser({
          onEvent: ({ id = null as never, data }) => expected.push({ id, data }),
          onRetry: (wait) => (retryMs = wait),
        });
        reference.feed(whole);
        expect(parsed(...chunks)).toEqual({ events: expected, retryMs });
      }),
      { numRuns: 2_000 },
    );
  });
});
