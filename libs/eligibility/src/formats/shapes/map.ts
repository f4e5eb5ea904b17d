import type { ListShape, ShapeSink } from './list-shape';

/** `{address: amount}`: each member is an entry. */
export function mapShape({ entry }: ShapeSink): ListShape {
  return {
    root: 'object',
    choose: (path) => (path.length === 0 ? 'enter' : 'take'),
    take: ([wallet], amount) => entry({ wallet: String(wallet ?? ''), amount }),
  };
}
