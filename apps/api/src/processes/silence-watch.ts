import type { Logger } from 'pino';
import type { Member } from './member';

/** Interval between two questions to a process, in milliseconds. */
export const ASK_EVERY_MS = 1_000;
/** Questions without a reply after which a process hangs: one that is only busy replies before. */
const ASKS_MAX = 10;

/** The parts of {@link Member} that are watched. */
type WatchedMember = Pick<Member, 'id' | 'pid' | 'isServing' | 'isDismissed' | 'asksWithoutReply' | 'ask' | 'kill'>;

/**
 * Requests a sign of life from processes that serve, and kills those that hang: they would keep their connections, and the clients
 * of these, without an end. Questions are counted, and not the time, so that the time for which a machine is suspended does not count.
 */
export class SilenceWatch {
  constructor(
    private readonly members: () => Iterable<WatchedMember>,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  /** To be called every {@link ASK_EVERY_MS}. */
  check(): void {
    for (const member of this.members()) {
      if (!member.isServing || member.isDismissed) continue;
      if (member.asksWithoutReply < ASKS_MAX) member.ask();
      else this.#end(member);
    }
  }

  #end(member: WatchedMember): void {
    const silentSeconds = (ASKS_MAX * ASK_EVERY_MS) / 1_000;
    this.logger.error({ process: member.id, pid: member.pid, silentSeconds }, 'process hangs and is killed');
    member.kill();
  }
}
