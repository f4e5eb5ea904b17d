import { exponentialDelayMs } from '@droptrack/resilience';
import type { Logger } from 'pino';
import { STOP_MS_MAX } from '../platform/health/drain';
import type { Member } from './member';

/** A process that has not ended this long after it should have is killed, in milliseconds. */
const BEYOND_MS = 5_000;
/** Longest time from the end of the grace to the end of the group, in milliseconds: processes are killed before. */
export const GROUP_STOP_MS_MAX = STOP_MS_MAX + 2 * BEYOND_MS;
/** Starts in a row that fail until the group gives up, if no process serves any more. */
const FAILED_STARTS_MAX = 5;
/** Window in which ends of processes delay the next start, in milliseconds. */
const ENDS_WINDOW_MS = 60_000;
/** Delay of a start after the second end in that window; the first end causes none. */
const RESTART_DELAY = { firstMs: 100, maxMs: 10_000 } as const;

interface ProcessGroupParts {
  readonly count: number;
  readonly graceMs: number;
  readonly start: () => Member;
  /** Called for each process that has ended. */
  readonly onEnded: (member: Member) => void;
  /** Called once the group has given up, and every process has ended after printing its reason on standard error. */
  readonly onFailed: (sentence: string) => void;
  readonly logger: Logger;
  /** A clock that never steps back, milliseconds. */
  readonly monotonicMs: () => number;
  /** Rejects once the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Processes that serve on one port: starts them, replaces those that end, and stops them. */
export class ProcessGroup {
  readonly members = new Set<Member>();
  readonly #stopping = new AbortController();
  #failedStarts = 0;
  /** Unexpected ends of the latest window. */
  #endsAtMs: readonly number[] = [];
  #isReplacing = false;
  /** True once every process of the first start serves or has ended. */
  #isStarted = false;
  /** The one whose successor is starting, and stands for it. */
  #replaced: Member | null = null;

  constructor(private readonly parts: ProcessGroupParts) {}

  /** True once {@link stop} was called. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  get servingCount(): number {
    return [...this.members].filter(({ isServing }) => isServing).length;
  }

  /**
   * Starts one process, and the others only when it serves: the reason that prevents a start is printed once.
   *
   * @returns the URL of all; null if the first cannot start, or the group was stopped before.
   */
  async start(): Promise<string | null> {
    const first = this.#add();
    const url = await first.ready;
    if (this.isStopping || url === null) return null;
    void this.#watch(first);
    const others = Array.from({ length: this.parts.count - 1 }, () => this.#add());
    others.forEach((member) => void this.#watch(member));
    await Promise.all(others.map(({ ready }) => ready));
    this.#isStarted = true;
    this.members.forEach((member) => member.announceStarted());
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
      this.#replaced = member;
      const url = await successor.ready;
      this.#replaced = null;
      if (url === null) {
        this.#addMissing();
        return this.isStopping;
      }
      void this.#watch(successor);
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
    if (this.#isStarted) member.announceStarted();
    void member.ended.then(() => {
      this.members.delete(member);
      this.parts.onEnded(member);
    });
    return member;
  }

  /** Starts another process in place of one that ends by itself. */
  async #watch(member: Member): Promise<void> {
    this.#failedStarts = (await member.ready) === null ? this.#failedStarts + 1 : 0;
    const reason = await member.ended;
    if (member.isDismissed || this.isStopping) return;
    if (this.#failedStarts >= FAILED_STARTS_MAX && this.servingCount === 0) return this.#giveUp();
    const delayMs = this.#delayAfterEnd();
    this.parts.logger.error({ process: member.id, pid: member.pid, delayMs }, `process ${reason}, another one starts`);
    await this.parts.sleep(delayMs, this.#stopping.signal).catch(() => undefined);
    this.#addMissing();
  }

  /** Starts a process if there are too few: in place of one that has ended, its successor in a rolling restart may run. */
  #addMissing(): void {
    const staying = [...this.members].filter((member) => !member.isDismissed && member !== this.#replaced);
    if (!this.isStopping && staying.length < this.parts.count) void this.#watch(this.#add());
  }

  /** Counts an end. @returns the delay of the next start, in milliseconds. */
  #delayAfterEnd(): number {
    const nowMs = this.parts.monotonicMs();
    const before = this.#endsAtMs.filter((atMs) => nowMs - atMs < ENDS_WINDOW_MS);
    this.#endsAtMs = [...before, nowMs];
    return before.length === 0 ? 0 : exponentialDelayMs(RESTART_DELAY, before.length - 1, () => 1);
  }

  async #giveUp(): Promise<void> {
    if (this.isStopping) return;
    await this.stop();
    this.parts.onFailed(`No process serves, and ${FAILED_STARTS_MAX} starts in a row have failed`);
  }
}
