/** Style sheet of the pages of the API. Its colours are those of the explorer, which a check compares. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #0e1116);
  --panel: light-dark(#f6f7f9, #171b22);
  --line: light-dark(#dfe3e8, #2b323d);
  --text: light-dark(#14171c, #e8ebef);
  --muted: light-dark(#545d6a, #a3adba);
  --link: light-dark(#0a55c2, #82b4ff);
  --good: light-dark(#0b6b3a, #62d394);
  --warn: light-dark(#8a4b00, #f0b35e);
  --bad: light-dark(#b3261e, #ff8f87);
  --accent: light-dark(#5b3cc4, #b9a5ff);
  --radius: 0.5rem;
  --mono: ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box }
html {
  font: 16px/1.55 system-ui, sans-serif;
  color: var(--text);
  background: var(--page);
  scrollbar-gutter: stable;
  text-size-adjust: none;
}
body { max-width: 74rem; margin: 0 auto; padding-inline: clamp(1rem, 4vw, 2rem) }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.2em }
:is(h2, nav, .list) a:not(:hover) { text-decoration: none }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; overflow-wrap: break-word }
h1 { margin: 0 0 0.75rem; font-size: clamp(1.6rem, 1.3rem + 1.5vw, 2.1rem); letter-spacing: -0.015em }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.25rem; letter-spacing: -0.01em }
h2 a { color: inherit }
h3 { margin: 1.5rem 0 0.25rem; font-size: 1rem }
main { min-width: 0; padding-block: 1.5rem 4rem }
main :is(p, li, dd) { overflow-wrap: break-word }
.prose { max-width: 46rem }
code, pre { font-family: var(--mono); font-size: 0.85rem }
code { overflow-wrap: anywhere }
pre {
  margin: 0.5rem 0;
  padding: 0.75rem 1rem;
  overflow-x: auto;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: var(--radius);
}
:is(pre, td) code { overflow-wrap: normal }
table { width: 100%; margin-block: 1rem; border-collapse: collapse }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
thead th { font-size: 0.8rem; font-weight: 600; color: var(--muted) }
.scroll { overflow-x: auto }
details { margin-block: 0.5rem }
summary { width: fit-content; padding-block: 0.25rem; cursor: pointer }
summary:hover { color: var(--link) }
.skip { position: absolute; left: -999rem; z-index: 1; padding: 0.5rem 1rem; background: var(--page) }
.skip:focus { top: 0.5rem; left: 0.5rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 2rem; padding-block: 0.75rem }
header nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
header nav a { padding-block: 0.35rem; color: var(--muted) }
header nav a:hover { color: var(--text) }
.brand {
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  padding-block: 0.35rem;
  font-weight: 700;
  letter-spacing: -0.01em;
  color: var(--text);
  text-decoration: none;
}
.brand svg { fill: var(--link) }
.side ul { margin: 0; padding: 0; list-style: none }
.side > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
.side a { display: block; padding-block: 0.25rem; color: var(--muted) }
.side a:hover { color: var(--text) }
.side a[aria-current] { font-weight: 600; color: var(--text) }
.side ul ul { display: none }
.muted { color: var(--muted) }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 0.75rem; margin: 0 0 0.75rem }
.route code { font-size: 0.95rem }
.verb { font: 700 0.8rem var(--mono); color: var(--link) }
.verb-post, .verb-event { color: var(--good) }
.verb-patch { color: var(--warn) }
.verb-delete { color: var(--bad) }
.chip {
  padding: 0.05rem 0.55rem;
  font-size: 0.8rem;
  font-weight: 600;
  white-space: nowrap;
  color: var(--muted);
  background: color-mix(in srgb, currentcolor 8%, transparent);
  border-radius: 1rem;
}
.chip-plan { color: var(--accent) }
.operation { padding-top: 0.5rem; scroll-margin-top: 0.5rem; border-top: 1px solid var(--line) }
.operation h2 { margin-top: 1rem }
.operation:target h2 { color: var(--link) }
.fields { margin: 0.25rem 0 0.75rem }
.fields > div { padding-block: 0.5rem; border-bottom: 1px solid var(--line) }
.fields dt { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem }
.fields dt > code { font-weight: 600 }
.fields dt > span { font-size: 0.875rem; color: var(--muted) }
.fields dd { margin: 0; font-size: 0.9rem }
.fields dd > p { margin-block: 0.15rem }
.fields .fields { margin-left: 0.25rem; padding-left: 0.75rem; border-left: 2px solid var(--line) }
.list { display: grid; gap: 0.15rem 1rem; margin: 0 0 1.5rem; padding: 0; list-style: none }
.list a { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); align-items: baseline; gap: 0 0.75rem; padding-block: 0.2rem }
.list a code { grid-column: 2; color: var(--muted) }
@media (width > 56rem) {
  .list a { grid-template-columns: 3.5rem minmax(0, 1fr) minmax(0, 1fr) }
  .list a code { grid-column: auto }
  .columns:has(.side) { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 3rem }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; padding-block: 1.5rem; overflow-y: auto }
  .side > ul, .side ul ul { display: block }
  .side ul ul { margin: 0 0 0.5rem; padding-left: 0.75rem; font-size: 0.875rem; border-left: 1px solid var(--line) }
}
@media print {
  :root { color-scheme: light }
  .side, .skip, header nav { display: none }
}
`;
