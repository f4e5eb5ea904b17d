import { Writable } from 'node:stream';
import { BatchedWrites } from './batched-writes';

/** A connection that keeps what each write to the system held. */
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

describe('GatheredWrites', () => {
  it('sends what was written in one turn at once, so many at a time, and keeps the order', async () => {
    const [writes, { stream, sent }] = [new BatchedWrites(3), connection()];
    for (const text of 'abcde') write(writes, stream, text);
    expect(sent).toEqual(['abc']);
    await endOfTurn();
    expect(sent).toEqual(['abc', 'de']);
  });

  // A call that stayed here would wait until somebody else asks.
  it('leaves nothing behind, turn after turn', async () => {
    const [writes, { stream, sent }] = [new BatchedWrites(3), connection()];
    for (const text of 'abc') {
      write(writes, stream, text);
      await endOfTurn();
      expect(sent.at(-1)).toBe(text);
    }
    expect(stream.writableCorked).toBe(0);
  });

  it('goes over to another connection, and leaves none of them held', async () => {
    const [writes, old, next] = [new BatchedWrites(3), connection(), connection()];
    write(writes, old.stream, 'a');
    old.stream.destroy();
    write(writes, next.stream, 'b');
    await endOfTurn();
    expect([old.sent, next.sent]).toEqual([[], ['b']]);
    expect([old.stream.writableCorked, next.stream.writableCorked]).toEqual([0, 0]);
  });
});
