import { decodeText } from './response-body';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.of(value))));

describe('text of a body', () => {
  it.each([
    ['UTF-8 where nobody says', Buffer.from('é'), null, 'é'],
    ['what the answer says', bytes(0xe9), 'text/plain; charset="ISO-8859-1"', 'é'],
    ['windows-1251', bytes(0xcf, 0xf0), "application/xml;Charset='windows-1251'", 'Пр'],
    ['what the declaration says', bytes('<?xml version="1.0" encoding="iso-8859-15"?>', 0xa4), 'text/xml', '€'],
    [
      'the answer before the declaration',
      bytes('<?xml version="1.0" encoding="latin1"?>', 0xc3, 0xa9),
      'a/b;charset=utf-8',
      'é',
    ],
    ['UTF-8 where the charset is unknown', Buffer.from('é'), 'text/plain; charset=klingon', 'é'],
    ['UTF-8 where the declaration cannot be true', Buffer.from('<?xml version="1.0" encoding="utf-16"?>é'), null, 'é'],
    ['a mark before everything', bytes(0xff, 0xfe, 0xe9, 0), 'text/plain; charset=utf-8', 'é'],
    ['a mark of the other order', bytes(0xfe, 0xff, 0, 0xe9), null, 'é'],
    ['no mark in the text', bytes(0xef, 0xbb, 0xbf, 'a'), 'text/plain; charset=latin1', 'a'],
    ['a replacement for broken bytes', bytes('a', 0xff, 'b'), null, 'a\ufffdb'],
  ])('is decoded by %s', (_, body, contentType, text) => {
    expect(decodeText(body, contentType).replace(/^<\?xml.*\?>/, '')).toBe(text);
  });
});
