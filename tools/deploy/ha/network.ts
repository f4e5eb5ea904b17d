import { execFileSync, spawnSync } from 'node:child_process';

/** Prefix of the nodes' addresses in place of that of `deploy/ha`, which may be in use here. */
export const PREFIX = '10.213.77.';
const BRIDGE = 'dtha';

const ip = (...args: readonly string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A bridge of this machine, to which nodes are connected; needs root. */
export class Bridge {
  constructor() {
    spawnSync('ip', ['link', 'delete', BRIDGE], { stdio: 'ignore' });
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('address', 'add', `${PREFIX}254/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  remove(): void {
    ip('link', 'delete', BRIDGE);
  }
}

/** Network namespace of a node: an address of its own, and a cable that can be pulled. */
export class Namespace {
  readonly name: string;
  readonly #cable: string;

  constructor(index: number) {
    this.name = `${BRIDGE}${index}`;
    this.#cable = `${BRIDGE}v${index}`;
    // What a killed run has left.
    spawnSync('ip', ['link', 'delete', this.#cable], { stdio: 'ignore' });
    spawnSync('ip', ['netns', 'delete', this.name], { stdio: 'ignore' });
    ip('netns', 'add', this.name);
    ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.name);
    ip('link', 'set', this.#cable, 'master', BRIDGE, 'up');
    ip('-netns', this.name, 'address', 'add', `${PREFIX}${index}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) ip('-netns', this.name, 'link', 'set', device, 'up');
  }

  /** Packets are lost without a sign from now on. */
  cut(): void {
    ip('link', 'set', this.#cable, 'nomaster');
  }

  restore(): void {
    ip('link', 'set', this.#cable, 'master', BRIDGE);
  }

  /** Processes that run in it. */
  pids(): number[] {
    return ip('netns', 'pids', this.name).split('\n').filter(Boolean).map(Number);
  }

  remove(): void {
    ip('link', 'delete', this.#cable);
    ip('netns', 'delete', this.name);
  }
}
