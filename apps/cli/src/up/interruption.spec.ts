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
  it('takes the first signal for a wish and a later one for a demand', async () => {
    const { seen, send, interruption } = watch();
    expect(interruption.isRequested).toBe(false);
    await send('SIGINT', 0);
    expect(interruption.isRequested).toBe(true);
    await send('SIGINT', 2_000);
    expect(seen).toEqual(['requested', 'insisted']);
  });

  // npm passes on what the terminal has sent to everybody: one Ctrl-C, two signals.
  it('takes the echo of a signal for the same one', async () => {
    const { seen, send } = watch();
    await send('SIGINT', 0);
    await send('SIGINT', 100);
    expect(seen).toEqual(['requested']);
  });

  it.each(['SIGTERM', 'SIGHUP'])('stops at %s as well', async (signal) => {
    const { seen, send } = watch();
    await send(signal, 0);
    expect(seen).toEqual(['requested']);
  });

  it('leaves nothing behind', () => {
    const { interruption, signals } = watch();
    interruption.end();
    expect(signals.eventNames()).toEqual([]);
  });
});
