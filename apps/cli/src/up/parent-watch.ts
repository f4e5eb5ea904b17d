const LOOK_EVERY_MS = 500;

/**
 * Calls back when the process that started us is gone. For programs that npm
 * starts: it puts a shell between, which a SIGTERM to npm ends without a word to
 * us. Others may well leave us behind on purpose (nohup, a daemon's start).
 *
 * Does not keep the process from ending.
 *
 * @param parent - the parent's process id, now.
 */
export function watchParent(parent: () => number, gone: () => void, lookEveryMs: number = LOOK_EVERY_MS): void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    gone();
  }, lookEveryMs);
  timer.unref();
}
