import { chainName } from '@droptrack/catalogue';
import { plainName } from './name';

/** Hues of chains that readers know by a colour, in degrees. Chains that readers know by none have one from their slug. */
const HUES: ReadonlyMap<string, number> = new Map([
  ['arbitrum', 208],
  ['avalanche', 0],
  ['base', 224],
  ['berachain', 28],
  ['blast', 56],
  ['bsc', 46],
  ['ethereum', 230],
  ['hyperliquid', 166],
  ['linea', 190],
  ['optimism', 354],
  ['polygon', 262],
  ['scroll', 24],
  ['solana', 276],
  ['starknet', 244],
  ['sui', 206],
  ['ton', 200],
  ['zksync', 234],
]);

const hueOf = (chain: string): number =>
  HUES.get(chain) ?? [...chain].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 360, 7);

/** Colour of a chain on which white text has a contrast of at least 4.5 to 1, whatever its hue. */
export const chainColor = (chain: string): string => `hsl(${hueOf(chain)} 52% 30%)`;

/** Two or three letters or digits of a symbol or a name; one if there are no more. */
export function initialsOf(text: string): string {
  const words = plainName(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.length > 1 ? words.map((word) => [...word][0] ?? '').join('') : (words[0] ?? '');
  return [...letters].slice(0, 3).join('').toUpperCase();
}

interface TokenMarkProps {
  /** Name or symbol whose initials the mark shows. */
  readonly text: string;
  /** Slug of the chain whose colour the mark has. */
  readonly chain: string;
}

/** Initials in the colour of a chain, beside the name of a drop, which screen readers read instead. */
export const TokenMark = ({ text, chain }: TokenMarkProps) => (
  <svg class="token" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <circle cx="16" cy="16" r="16" fill={chainColor(chain)} />
    <text x="16" y="20.5" text-anchor="middle">
      {initialsOf(text)}
    </text>
  </svg>
);

/** Name of a chain; one that is not known is made of its slug. */
export const Chain = ({ slug }: { readonly slug: string }) => <bdi>{plainName(chainName(slug), 40)}</bdi>;
