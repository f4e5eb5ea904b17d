import { renderToString } from 'preact-render-to-string';
import { Frame, type FrameProps } from '../pages/frame';
import { PART_MARK } from '../pages/page';

/** HTML of a page, encoded. */
export function renderDocument(props: FrameProps): Buffer {
  const html = `<!doctype html>${renderToString(<Frame {...props} />)}\n`;
  const { parts = [] } = props.view;
  if (parts.length === 0) return Buffer.from(html);
  const pieces = html.split(PART_MARK);
  return Buffer.concat(pieces.flatMap((piece, at) => [Buffer.from(piece), parts[at] ?? NOTHING]));
}

const NOTHING = Buffer.alloc(0);
