/**
 * Further letters that hosts may have, by the Latin letter that they look like: those of the scripts Latin, Greek, Cyrillic, Armenian and
 * Cherokee in confusables.txt of Unicode 13.0.0 that NFKD leaves.
 */
const CONFUSABLES: readonly (readonly [latin: string, letters: string])[] = [
  ...Object.entries({ a: 'ꮞꭺ', b: 'ȣꮟᏼ', c: 'ᴄꮯ', d: 'ꮷꭰ', e: 'ꬲҽꭼ', f: 'ꬵꞙẝք', g: 'ᶃƍցꮐᏻ', h: 'հꮒꮋ', j: 'ϳꭻ' }),
  ...Object.entries({ k: 'ꮶ', l: 'ɪꙇꭵǀꮮ', m: 'ꮇ', n: 'ոռ', o: 'ᴏᴑꬽօ', p: 'ꮲ', q: 'գզ', r: 'ꭇꭈᴦꭱꮢ', s: 'ƽꮥꮪ', t: 'ꭲ' }),
  ...Object.entries({ u: 'ꞟꭎꭒʋս', v: 'ᴠꮩ', w: 'ɯᴡѡաꮃꮤ', y: 'ɣᶌʏỿꭚꭹꮍ', z: 'ᴢꮓ' }),
];

/** Letters of other scripts, digits and signs by the Latin letter that they are mistaken for. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CONFUSABLES.flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin]))),
  // Cyrillic.
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', ё: 'e', ғ: 'f', ԍ: 'g', һ: 'h', н: 'h', і: 'l', ї: 'l', ӏ: 'l', ј: 'j' },
  ...{ к: 'k', м: 'm', п: 'n', о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', у: 'y', ү: 'y', ѵ: 'v', ԝ: 'w', х: 'x' },
  ...{ з: 'e', ь: 'b', л: 'n', и: 'u' },
  // Greek.
  ...{ α: 'a', β: 'b', ς: 'c', δ: 'd', ε: 'e', η: 'n', ι: 'l', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', σ: 'o', τ: 't' },
  ...{ υ: 'u', χ: 'x', γ: 'y', ω: 'w', ζ: 'z', λ: 'l' },
  // Latin letters that NFKC leaves, digits and signs.
  ...{ ı: 'l', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ɑ: 'a', ɡ: 'g', ɩ: 'l', ʀ: 'r', ꜱ: 's', ᴜ: 'u', ɴ: 'n', ᴀ: 'a' },
  ...{
    '0': 'o',
    '1': 'l',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '9': 'g',
    '|': 'l',
    '!': 'l',
    $: 's',
    '@': 'a',
  },
  i: 'l',
};

/** Capital letters that look like another letter than their small form. */
const CAPITALS: Readonly<Record<string, string>> = { Ν: 'n', Η: 'h', Υ: 'y', Ρ: 'p', Ζ: 'z', Β: 'b', Μ: 'm' };

/** Name without case, accents, widths and separators, by which equal names are suggested. */
export function foldName(name: string): string {
  return wordsOf(name).join('');
}

/**
 * Words of a name as they look: lookalike letters of other scripts, digits and signs as one Latin letter, which also stands
 * for `i` and `l`. Equal words look alike; others may do so as well.
 */
export function skeletonWords(name: string): string[] {
  const capitals = [...name.normalize('NFKC')].map((letter) => CAPITALS[letter] ?? letter).join('');
  const latin = [...plain(capitals)].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return latin
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [word.replace(/rn/g, 'm').replace(/vv/g, 'w')]));
}

/** Words of a name in lower case, without accents. */
export const wordsOf = (name: string): string[] =>
  plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
