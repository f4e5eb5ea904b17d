import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureStyles } from '@droptrack/pictures';

const withoutLayout = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};:,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();

describe('style sheet of pictures', () => {
  it('has the rules that a picture has as a file', () => {
    const css = readFileSync(join(__dirname, 'pictures.css'), 'utf8');
    expect(withoutLayout(css)).toBe(withoutLayout(pictureStyles));
  });
});
