import type { DropClaim } from '@droptrack/contracts';
import { renderToString } from 'preact-render-to-string';
import { exampleDrop } from '../drop/testing';
import { ClaimCell, Tokens } from './fact-cells';

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const claim = (state: DropClaim['state'], opens_at: string | null, closes_at: string | null): string =>
  textOf(renderToString(<ClaimCell claim={{ opens_at, closes_at, state }} />));
const tokensOf = (tokens: string | null, wallets: number | null): string =>
  textOf(renderToString(<Tokens drop={exampleDrop({ tokens, wallets })} />));

describe('ClaimCell', () => {
  it.each([
    ['not_open', '2026-12-10T13:00:00.000Z', null, 'not open opens Dec 10, 2026'],
    ['open', '2026-09-10T13:00:00.000Z', '2026-12-09T00:00:00.000Z', 'open until Dec 9, 2026'],
    ['open', '2026-09-10T13:00:00.000Z', null, 'open'],
    ['expired', '2025-09-10T13:00:00.000Z', '2025-12-09T00:00:00.000Z', 'closed since Dec 9, 2025'],
    ['unknown', '2024-09-10T13:00:00.000Z', null, 'unknown from Sep 10, 2024'],
    // A tentative window: nothing shows that it has opened.
    ['unknown', '2026-11-10T13:00:00.000Z', '2026-12-31T00:00:00.000Z', 'unknown from Nov 10, 2026'],
    ['unknown', null, null, '– unknown'],
  ] as const)('shows a window that is %s', (state, opensAt, closesAt, shown) => {
    expect(claim(state, opensAt, closesAt)).toBe(shown);
  });
});

describe('Tokens', () => {
  it('shows tokens to four digits, with the number of wallets', () => {
    expect(tokensOf('149999999.975656', 252_803)).toBe('150M 252,803 wallets');
    expect(tokensOf('9361298700', null)).toBe('9.361B');
    expect(tokensOf(null, 7)).toBe('– unknown 7 wallets');
    expect(tokensOf(null, null)).toBe('– unknown');
  });
});
