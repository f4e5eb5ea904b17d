import { AnswerReader } from './answer-reader';

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello');

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

  // What is counted must be what was asked for.
  it.each([
    ['another status', 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['more than one answer', `${ANSWER.toString()}HTTP/1.1`],
  ])('refuses %s', (_, text) => {
    expect(() => new AnswerReader().take(Buffer.from(text))).toThrow();
  });
});
