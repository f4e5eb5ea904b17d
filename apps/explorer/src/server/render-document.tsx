import { renderToString } from 'preact-render-to-string';
import { Frame, type FrameProps } from '../pages/frame';

/** HTML of a page. */
export const renderDocument = (props: FrameProps): string => `<!doctype html>${renderToString(<Frame {...props} />)}\n`;
