import fc from 'fast-check';

/** An element with its attributes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const TAG = /^<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>/;
const ATTRIBUTE = / ([a-zA-Z:-]+)="([^"]*)"/g;
const TEXT = /^[^<>]+/;
/** Characters of XML 1.0: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const LOOSE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|#39);)/;

/**
 * Elements of a document in order, as a strict reader of XML sees them.
 *
 * @throws {Error} for a document that is not well-formed.
 */
export function parseXml(document: string): Tag[] {
  if (NOT_XML.test(document)) throw new Error('a character that XML forbids');
  if (LOOSE_AMPERSAND.test(document)) throw new Error('an ampersand that is not escaped');
  const [tags, open]: [Tag[], string[]] = [[], []];
  let rest = document;
  while (rest !== '') {
    const [token, closes, name = '', attributes = '', isEmpty] = TAG.exec(rest) ?? TEXT.exec(rest) ?? [];
    if (token === undefined) throw new Error(`no element at ${rest.slice(0, 40)}`);
    rest = rest.slice(token.length);
    if (name === '') continue;
    if (closes !== '') {
      if (open.pop() !== name) throw new Error(`unexpected end of ${name}`);
      continue;
    }
    if (open.length === 0 && tags.length > 0) throw new Error('a second root');
    tags.push({ name, attributes: attributesOf(attributes) });
    if (isEmpty === '') open.push(name);
  }
  if (open.length > 0) throw new Error(`no end of ${open.join(', ')}`);
  return tags;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value] as const);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`a repeated attribute in ${text}`);
  return Object.fromEntries(pairs);
}

/** Error of a sum of two numbers with one decimal each. */
const ROUNDING_PX = 0.11;

/** Coordinates of a picture that are not numbers, or outside its view box by more than the rounding. */
export function strayCoordinates(picture: string): string[] {
  const [root, ...tags] = parseXml(picture);
  const [, , width = 0, height = 0] = (root?.attributes['viewBox'] ?? '').split(' ').map(Number);
  const isWithin = (value: number, size: number): boolean => value >= -ROUNDING_PX && value <= size + ROUNDING_PX;
  const stray: string[] = [];
  for (const { name, attributes } of tags) {
    const { x = '0', y = '0', cx = '0', cy = '0', width: w = '0', height: h = '0' } = attributes;
    const xs = [Number(x), Number(cx), Number(x) + Number(w)];
    const ys = [Number(y), Number(cy), Number(y) + Number(h)];
    const points = pathPoints(attributes['d'] ?? '');
    const all = [...xs, ...points.map((point) => point.x)].every((value) => isWithin(value, width));
    if (all && [...ys, ...points.map((point) => point.y)].every((value) => isWithin(value, height))) continue;
    stray.push(`${name} ${JSON.stringify(attributes)}`);
  }
  return stray;
}

const COMMAND = /([MLHVhvaz])([^MLHVhvaz]*)/gi;

/** Points of a path of straight lines and arcs; pictures have no other paths. */
function pathPoints(d: string): { readonly x: number; readonly y: number }[] {
  let [x, y] = [0, 0];
  return [...d.matchAll(COMMAND)].flatMap(([, command = '', operands = '']) => {
    const numbers = operands.split(/[ ,]/).map(Number);
    const [first = NaN, second = NaN] = numbers;
    if (command === 'M' || command === 'L') [x, y] = [first, second];
    else if (command === 'H') x = first;
    else if (command === 'V') y = first;
    else if (command === 'h') x += first;
    else if (command === 'v') y += first;
    else if (command === 'a') [x, y] = [x + (numbers.at(-2) ?? NaN), y + (numbers.at(-1) ?? NaN)];
    return [{ x, y }];
  });
}

/** Any text, with characters that markup and XML treat apart. */
export const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '\u0000', '\ud800', '\u202e', '日', ']', 'a') }),
);

/** Sizes of pictures that pages and routes have. */
export const anySize = fc.record({
  widthPx: fc.integer({ min: 80, max: 1_200 }),
  heightPx: fc.integer({ min: 60, max: 600 }),
  title: anyText,
});
