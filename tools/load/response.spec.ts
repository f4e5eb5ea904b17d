import { InvalidResponseError, ResponseReader } from './response';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const OK = 'HTTP/1.1 200 OK\r\nX-Data-As-Of: now\r\nContent-Length: 5\r\n\r\nhello';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n';

describe('ResponseReader', () => {
  it('finds the end of a response, wherever the connection cuts it', () => {
    for (let cut = 1; cut < OK.length; cut += 1) {
      const reader = new ResponseReader();
      expect(reader.read(bytes(OK.slice(0, cut)))).toBeNull();
      const response = reader.read(bytes(OK.slice(cut)));
      expect([response?.status, response?.body, response?.bodyLength]).toEqual([200, 'hello', 5]);
      expect(response?.header('x-data-as-of')).toBe('now');
    }
  });

  it('reads one response after the other', () => {
    const reader = new ResponseReader();
    expect([reader.read(bytes(OK))?.status, reader.read(bytes(OK))?.status]).toEqual([200, 200]);
  });

  it('ends a 304 with its head, also where it states the length of the body that it omits', () => {
    const withLength = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n';
    const reader = new ResponseReader();
    expect(reader.read(bytes(NOT_MODIFIED.slice(0, 30)))).toBeNull();
    expect(reader.read(bytes(NOT_MODIFIED.slice(30)))?.header('etag')).toBe('"a"');
    expect(reader.read(bytes(withLength))?.bodyLength).toBe(0);
  });

  it('counts a body that it discards', () => {
    const reader = new ResponseReader(true);
    reader.read(bytes(OK.slice(0, -2)));
    const response = reader.read(bytes(OK.slice(-2)));
    expect([response?.bodyLength, response?.body]).toEqual([5, '']);
  });

  // The memory of a chunk is used for the next bytes of the connection.
  it('keeps no memory of the bytes that it was given', () => {
    const reader = new ResponseReader();
    const chunks = [OK.slice(0, 20), OK.slice(20, -2), OK.slice(-2)].map(bytes);
    const [response] = chunks
      .map((chunk) => {
        const whole = reader.read(chunk);
        chunk.fill(0);
        return whole;
      })
      .filter((whole) => whole !== null);
    expect([response?.body, response?.header('x-data-as-of')]).toEqual(['hello', 'now']);
  });

  // A request whose response has begun must not be sent to another instance.
  it('knows that a response has begun', () => {
    const reader = new ResponseReader();
    expect(reader.hasBegun).toBe(false);
    reader.read(bytes('HTTP'));
    expect(reader.hasBegun).toBe(true);
    reader.read(bytes(OK.slice(4, -1)));
    expect(reader.hasBegun).toBe(true);
    reader.read(bytes(OK.slice(-1)));
    expect(reader.hasBegun).toBe(false);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['no length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['more than one response', `${OK}HTTP/1.1`],
    ['more than one 304', `${NOT_MODIFIED}HTTP/1.1`],
  ])('rejects %s', (_, text) => {
    expect(() => new ResponseReader().read(bytes(text))).toThrow(InvalidResponseError);
  });
});
