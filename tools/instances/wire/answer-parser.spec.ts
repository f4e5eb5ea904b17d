import { AnswerParser, NoAnswerError } from './answer-parser';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const OK = 'HTTP/1.1 200 OK\r\nX-Data-As-Of: now\r\nContent-Length: 2\r\n\r\n{}';

describe('AnswerParser', () => {
  it('puts an answer together however it is cut', () => {
    for (let cut = 1; cut < OK.length; cut += 1) {
      const parser = new AnswerParser();
      expect(parser.take(bytes(OK.slice(0, cut)))).toBeNull();
      const answer = parser.take(bytes(OK.slice(cut)));
      expect([answer?.status, answer?.body, answer?.header('x-data-as-of')]).toEqual([200, '{}', 'now']);
    }
  });

  // A request whose answer had begun must not be sent to another instance.
  it('knows whether an answer has begun', () => {
    const parser = new AnswerParser();
    expect(parser.hasBegun).toBe(false);
    parser.take(bytes('HTTP'));
    expect(parser.hasBegun).toBe(true);
    parser.take(bytes(OK.slice(4)));
    expect(parser.hasBegun).toBe(false);
  });

  it('refuses what does not say how long it is, and more than was asked for', () => {
    expect(() => new AnswerParser().take(bytes('HTTP/1.1 200 OK\r\nA: b\r\n\r\n'))).toThrow(NoAnswerError);
    expect(() => new AnswerParser().take(bytes(OK + OK))).toThrow(NoAnswerError);
  });
});
