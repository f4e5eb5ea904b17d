import type { Node } from './node';

/** An end of a leader: what happens to its node, and what mends it once another one leads. */
interface Fault {
  readonly name: string;
  strike(node: Node): void;
  mend(node: Node): void;
}

/** In the order of the rounds. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'PostgreSQL: SIGKILL',
    strike: (node) => node.signal('SIGKILL', 'postgres'),
    // Patroni starts it.
    mend: () => undefined,
  },
  {
    name: 'node: SIGKILL',
    strike: (node) => node.signal('SIGKILL'),
    mend: (node) => {
      node.start('etcd');
      node.start('patroni');
    },
  },
  {
    name: 'node: SIGSTOP, SIGCONT',
    strike: (node) => node.signal('SIGSTOP'),
    mend: (node) => node.signal('SIGCONT'),
  },
  { name: 'node: network cut off', strike: (node) => node.cut(), mend: (node) => node.restore() },
];
