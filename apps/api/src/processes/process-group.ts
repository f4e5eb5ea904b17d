import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { STOP_MS_MAX } from '../platform/health/drain';
import type { Member } from './member';
import { RestartDelay } from './restart-delay';

/** A process that has not ended this long after it should have is killed, in milliseconds. */
const BEYOND_MS = 5_000;
/** Starts in a row that fail until the group gives up, if no process serves any more. */
const FAILED_STARTS_MAX = 5;

interface ProcessGroupParts {
  readonly count: number;
  readonly graceMs: number;
  readonly start: () => Member;
  /** Called for each process that has ended. */
  readonly onEnded: (member: Member) => void;
  /** Called once the group has given up, and every process has ended after stating its reason on standard error. */
  readonly onFailed: (sentence: string) => void;
  readonly logger: Logger;
  /** A clock that never steps back, milliseconds. */
  readonly monotonicMs: () => number;
}

/** Processes that serve on one port: starts them, replaces those that end, and stops them. */
export class ProcessGroup {
  readonly members = new Set<Member>();
  readonly #delay: RestartDelay;
  readonly #stopping = new AbortController();
  #failedStarts = 0;
  #isReplacing = false;

  constructor(private readonly parts: ProcessGroupParts) {
    this.#delay = new RestartDelay(parts.monotonicMs);
  }

  /** True once {@link stop} was called. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  get servingCount(): number {
    return [...this.members].filter(({ isServing }) => isServing).length;
  }

  /**
   * Starts one process, and the others only when it serves: what prevents a start is stated once.
   *
   * @returns the URL of all; null if the first cannot start, or the group was stopped before.
   */
  async start(): Promise<string | null> {
    const first = this.#add();
    const url = await first.ready;
    if (this.isStopping || url === null) return null;
    this.#watch(first);
    const others = Array.from({ length: this.parts.count - 1 }, () => this.#add());
    others.forEach((member) => this.#watch(member));
    await Promise.all(others.map(({ ready }) => ready));
    return url;
  }

  /** Replaces the processes one after the other, each as soon as its successor serves requests. */
  async replaceAll(): Promise<void> {
    const { logger } = this.parts;
    if (this.#isReplacing) return logger.warn('a rolling restart is in progress already');
    this.#isReplacing = true;
    logger.info({ processes: this.members.size }, 'rolling restart begins');
    const replaced = await this.#replaceEach([...this.members]);
    this.#isReplacing = false;
    if (replaced) logger.info('rolling restart done');
    else logger.error('rolling restart ended early: a new process could not start, and the former ones go on');
  }

  /** Stops all processes, within the grace and some 20 s. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.members].map((member) => this.#dismiss(member, 'stop')));
  }

  async #replaceEach(members: readonly Member[]): Promise<boolean> {
    for (const member of members) {
      if (this.isStopping || !this.members.has(member)) continue;
      const successor = this.#add();
      if ((await successor.ready) === null) return this.isStopping;
      this.#watch(successor);
      await this.#dismiss(member, 'make_way');
      this.parts.logger.info({ process: member.id, successor: successor.id }, 'process replaced');
    }
    return true;
  }

  async #dismiss(member: Member, type: 'stop' | 'make_way'): Promise<void> {
    const withinMs = (type === 'stop' ? this.parts.graceMs : 0) + STOP_MS_MAX + BEYOND_MS;
    const isGraceful = await member.dismiss({ type }, withinMs);
    if (!isGraceful) this.parts.logger.error({ process: member.id }, 'process did not end in time and was killed');
  }

  #add(): Member {
    const member = this.parts.start();
    this.members.add(member);
    void member.ended.then(() => {
      this.members.delete(member);
      this.parts.onEnded(member);
    });
    return member;
  }

  /** Starts another process in place of one that ends by itself. */
  #watch(member: Member): void {
    void member.ready.then((url) => (this.#failedStarts = url === null ? this.#failedStarts + 1 : 0));
    void member.ended.then(async (reason) => {
      if (member.isDismissed || this.isStopping) return;
      if (this.#failedStarts >= FAILED_STARTS_MAX && this.servingCount === 0) return this.#giveUp();
      const delayMs = this.#delay.afterEnd();
      this.parts.logger.error(
        { process: member.id, pid: member.pid, delayMs },
        `process ${reason}, another one starts`,
      );
      await sleep(delayMs, undefined, this.#stopping).catch(() => undefined);
      if (!this.isStopping) this.#watch(this.#add());
    });
  }

  async #giveUp(): Promise<void> {
    if (this.isStopping) return;
    await this.stop();
    this.parts.onFailed(`No process serves, and ${FAILED_STARTS_MAX} starts in a row have failed`);
  }
}
