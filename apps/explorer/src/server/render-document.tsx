import { renderToString } from 'preact-render-to-string';
import { Frame, type FrameProps } from '../pages/frame';
import { PART_MARK } from '../pages/page';

/** HTML of a page, encoded. */
export function renderDocument(props: FrameProps): Buffer {
  const html = `<!doctype html>${renderToString(<Frame {...props} />)}\n`;
  const { part } = props.view;
  const at = part === undefined ? -1 : html.indexOf(PART_MARK);
  if (part === undefined || at < 0) return Buffer.from(html);
  return Buffer.concat([Buffer.from(html.slice(0, at)), part, Buffer.from(html.slice(at + PART_MARK.length))]);
}
