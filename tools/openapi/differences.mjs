/** Most differences that are listed. */
const SHOWN_MAX = 20;

/**
 * Differences of two JSON documents, one line each: `+` added, `-` removed, `~` changed, with the JSON pointer.
 */
export function differences(before, after) {
  const lines = compare('#', before, after);
  const left = lines.length - SHOWN_MAX;
  if (lines.length === 0) return ['  only the order of members or the layout differs'];
  return left > 0 ? [...lines.slice(0, SHOWN_MAX), `  … and ${left} more`] : lines;
}

function compare(pointer, before, after) {
  if (before === undefined) return [`  + ${pointer}: ${shown(after)}`];
  if (after === undefined) return [`  - ${pointer}: ${shown(before)}`];
  if (!isStructure(before) || !isStructure(after)) {
    return before === after ? [] : [`  ~ ${pointer}: ${shown(before)} -> ${shown(after)}`];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    compare(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, before[key], after[key]),
  );
}

const isStructure = (value) => typeof value === 'object' && value !== null;

function shown(value) {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
