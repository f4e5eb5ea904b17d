import { Writable } from 'node:stream';
import { BatchedWrites } from './batched-writes';

/** A connection that records the content of each write to the system. */
function connection() {
  const sent: string[] = [];
  const keep = (...chunks: string[]) => void sent.push(chunks.join(''));
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      keep(chunk);
      done();
    },
    writev: (chunks, done) => {
      keep(...chunks.map(({ chunk }) => chunk as string));
      done();
    },
  });
  return { stream, sent };
}

function write(writes: BatchedWrites, stream: Writable, text: string): void {
  writes.begin(stream);
  stream.write(text);
  writes.end();
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('BatchedWrites', () => {
  it('sends the writes of one turn of the event loop in order, in batches of a maximum size', async () => {
    const [writes, { stream, sent }] = [new BatchedWrites(3), connection()];
    for (const text of 'abcde') write(writes, stream, text);
    expect(sent).toEqual(['abc']);
    await endOfTurn();
    expect(sent).toEqual(['abc', 'de']);
  });

  // A call that stayed in the buffer would wait for the next request.
  it('leaves no write in the buffer at the end of a turn', async () => {
    const [writes, { stream, sent }] = [new BatchedWrites(3), connection()];
    for (const text of 'abc') {
      write(writes, stream, text);
      await endOfTurn();
      expect(sent.at(-1)).toBe(text);
    }
    expect(stream.writableCorked).toBe(0);
  });

  it('switches to another connection, and leaves neither of them corked', async () => {
    const [writes, old, next] = [new BatchedWrites(3), connection(), connection()];
    write(writes, old.stream, 'a');
    old.stream.destroy();
    write(writes, next.stream, 'b');
    await endOfTurn();
    expect([old.sent, next.sent]).toEqual([[], ['b']]);
    expect([old.stream.writableCorked, next.stream.writableCorked]).toEqual([0, 0]);
  });
});
