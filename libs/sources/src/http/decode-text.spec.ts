import { decodeText } from './response-body';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.of(value))));

describe('text of a body', () => {
  it.each([
    ['UTF-8 without a declaration', Buffer.from('é'), null, 'é'],
    ['the charset of the content type', bytes(0xe9), 'text/plain; charset="ISO-8859-1"', 'é'],
    ['windows-1251', bytes(0xcf, 0xf0), "application/xml;Charset='windows-1251'", 'Пр'],
    [
      'the encoding of the XML declaration',
      bytes('<?xml version="1.0" encoding="iso-8859-15"?>', 0xa4),
      'text/xml',
      '€',
    ],
    [
      'the content type before the XML declaration',
      bytes('<?xml version="1.0" encoding="latin1"?>', 0xc3, 0xa9),
      'a/b;charset=utf-8',
      'é',
    ],
    ['UTF-8 when the charset is unknown', Buffer.from('é'), 'text/plain; charset=klingon', 'é'],
    ['UTF-8 when the declaration cannot be true', Buffer.from('<?xml version="1.0" encoding="utf-16"?>é'), null, 'é'],
    ['a byte order mark before anything else', bytes(0xff, 0xfe, 0xe9, 0), 'text/plain; charset=utf-8', 'é'],
    ['a big-endian byte order mark', bytes(0xfe, 0xff, 0, 0xe9), null, 'é'],
    [
      'a byte order mark, which is not part of the text',
      bytes(0xef, 0xbb, 0xbf, 'a'),
      'text/plain; charset=latin1',
      'a',
    ],
    ['a replacement character for invalid bytes', bytes('a', 0xff, 'b'), null, 'a\ufffdb'],
  ])('is decoded by %s', (_, body, contentType, text) => {
    expect(decodeText(body, contentType).replace(/^<\?xml.*\?>/, '')).toBe(text);
  });
});
