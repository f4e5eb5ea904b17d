import { AnswerReader } from './answer-reader';

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello');
const NOT_MODIFIED = Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');

describe('AnswerReader', () => {
  it('finds the end of an answer, wherever the connection cuts it', () => {
    for (let cut = 1; cut < ANSWER.length; cut += 1) {
      const reader = new AnswerReader();
      expect(reader.take(ANSWER.subarray(0, cut))).toBe(false);
      expect(reader.take(ANSWER.subarray(cut))).toBe(true);
      expect(reader.bodyLength).toBe(5);
    }
  });

  it('reads one answer after the other', () => {
    const reader = new AnswerReader();
    expect([reader.take(ANSWER), reader.take(ANSWER)]).toEqual([true, true]);
  });

  it('takes a 304 to end with its head, also where that tells the length of what was not sent', () => {
    const told = Buffer.from('HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n');
    const reader = new AnswerReader(304);
    expect(reader.take(NOT_MODIFIED.subarray(0, 30))).toBe(false);
    expect([reader.take(NOT_MODIFIED.subarray(30)), reader.take(told)]).toEqual([true, true]);
    expect(reader.bodyLength).toBe(0);
  });

  // What is counted must be what was asked for.
  it.each([
    ['another status', 200, 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n'],
    ['a 304 where a body is expected', 200, NOT_MODIFIED.toString()],
    ['a body where a 304 is expected', 304, ANSWER.toString()],
    ['what is not HTTP', 200, 'hello\r\n\r\n'],
    ['no length', 200, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['more than one answer', 200, `${ANSWER.toString()}HTTP/1.1`],
    ['more than one 304', 304, `${NOT_MODIFIED.toString()}HTTP/1.1`],
  ])('refuses %s', (_, status, text) => {
    expect(() => new AnswerReader(status).take(Buffer.from(text))).toThrow();
  });
});
