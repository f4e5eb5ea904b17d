/**
 * Colours of parts in the order of a stack. Each has a contrast of at least 3 to 1 on the light and on the dark page, and
 * neighbours differ for readers with any of the three kinds of colour blindness.
 */
export const PART_COLORS = [
  '#aa4772',
  '#618eea',
  '#dd6b5d',
  '#7256b8',
  '#b68d00',
  '#0f7493',
  '#9c5600',
  '#05a49c',
  '#447306',
  '#be77c0',
] as const;

/** Part of a score that rests on no signal. */
const PRIOR = 'prior';

/**
 * Classes of parts, whose `color` is that of the part in a stacked series: for its legend.
 *
 * @param parts - as given to `stackedSeries`. Colours repeat after ten parts.
 */
export function partClasses(parts: readonly { readonly id: string }[]): readonly string[] {
  let next = 0;
  return parts.map(({ id }) => (id === PRIOR ? 'part prior' : `part part-${next++ % PART_COLORS.length}`));
}

/** Rules in the light, in the order of the style sheet of the explorer. */
const LIGHT = [
  '.plot text{font:12px system-ui,sans-serif;fill:#545d6a}',
  '.plot .line,.plot .grid,.plot .axis,.plot .total,.plot .mark,.plot .now,.plot .stack{fill:none}',
  '.plot .line{stroke:#5b3cc4;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}',
  '.plot .dot,.plot .bin,.plot .over{fill:#5b3cc4}',
  '.plot .grid{stroke:#d9dde3}',
  '.plot .axis{stroke:#848d99}',
  '.plot .now{stroke:#848d99;stroke-dasharray:3 3}',
  '.plot .total,.plot .mark{stroke:#15181d;stroke-width:1.5}',
  '.plot .mark{stroke-width:3}',
  '.plot .bar{fill:#a18ee0}',
  '.plot .bin rect{stroke:#fff;stroke-width:0.5}',
  '.plot .column rect{fill:transparent}',
  '.plot .column:hover rect{fill:#545d6a33}',
  '.plot .stack{stroke:#8b77d6}',
  '.plot .part{stroke:currentcolor}',
  '.plot .next,.plot .current{fill:#fff;stroke:#5b3cc4;stroke-width:2}',
  '.plot .current{fill:#a18ee0}',
  '.plot .event text{fill:#15181d;stroke:none}',
  '.part.prior{color:#949ca8}',
  ...PART_COLORS.map((color, index) => `.part-${index}{color:${color}}`),
];

const DARK = [
  '.plot text{fill:#a3adba}',
  '.plot .line{stroke:#b9a5ff}',
  '.plot .dot,.plot .bin,.plot .over{fill:#b9a5ff}',
  '.plot .grid{stroke:#2e3540}',
  '.plot .axis,.plot .now{stroke:#727c8a}',
  '.plot .total,.plot .mark{stroke:#e7eaee}',
  '.plot .bar,.plot .current{fill:#6a56b4}',
  '.plot .bin rect{stroke:#101318}',
  '.plot .next{fill:#101318}',
  '.plot .next,.plot .current{stroke:#b9a5ff}',
  '.plot .event text{fill:#e7eaee}',
  '.part.prior{color:#6b7482}',
];

/** Narrow screens shrink wide pictures to about half. */
const NARROW = ['.plot.wide text{font-size:20px}'];

/** Classes of pictures with their colours, light and dark. The explorer's `style/pictures.css` holds the same rules. */
export const pictureStyles = [
  ...LIGHT,
  `@media (prefers-color-scheme:dark){${DARK.join('')}}`,
  `@media (max-width:34rem){${NARROW.join('')}}`,
].join('');

/** Picture as a file of its own: with the rules that a page would have in its style sheet. */
export function pictureFile(picture: string): string {
  const start = picture.indexOf('>') + 1;
  return `${picture.slice(0, start)}<style>${pictureStyles}</style>${picture.slice(start)}`;
}
