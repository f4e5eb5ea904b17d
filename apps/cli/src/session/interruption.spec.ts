import { EventEmitter } from 'node:events';
import { watchInterruption } from './interruption';

function watch() {
  const signals = new EventEmitter();
  let nowMs = 0;
  const interruption = watchInterruption(signals, () => nowMs);
  const seen: string[] = [];
  void interruption.requested.then(() => seen.push('requested'));
  void interruption.insisted.then(() => seen.push('insisted'));
  const send = async (signal: string, afterMs: number) => {
    nowMs += afterMs;
    signals.emit(signal);
    await new Promise(setImmediate);
  };
  return { interruption, seen, send, signals };
}

describe('watchInterruption', () => {
  it('treats the first signal as a request and a later one as a forced stop', async () => {
    const { seen, send, interruption } = watch();
    expect(interruption.isRequested).toBe(false);
    await send('SIGINT', 0);
    expect(interruption.isRequested).toBe(true);
    await send('SIGINT', 2_000);
    expect(seen).toEqual(['requested', 'insisted']);
  });

  // npm forwards a signal that the terminal has also sent to this process: one Ctrl-C, two signals.
  it('treats the forwarded copy of a signal as the same one', async () => {
    const { seen, send } = watch();
    await send('SIGINT', 0);
    await send('SIGINT', 100);
    expect(seen).toEqual(['requested']);
  });

  it.each(['SIGTERM', 'SIGHUP'])('also stops on %s', async (signal) => {
    const { seen, send } = watch();
    await send(signal, 0);
    expect(seen).toEqual(['requested']);
  });

  it('removes its listeners', () => {
    const { interruption, signals } = watch();
    interruption.end();
    expect(signals.eventNames()).toEqual([]);
  });
});
