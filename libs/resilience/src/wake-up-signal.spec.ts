import { WakeUpSignal } from './wake-up-signal';

const HOUR_MS = 3_600_000;

describe('WakeUpSignal', () => {
  it('ends the current wait', async () => {
    const signal = new WakeUpSignal();
    const waiting = signal.wait(HOUR_MS);
    signal.send();
    await waiting;
  });

  // A signal between the check of the work and the wait would otherwise be lost.
  it('ends the next wait if it is sent before, but not the one after', async () => {
    jest.useFakeTimers();
    try {
      const signal = new WakeUpSignal();
      signal.send();
      await signal.wait(HOUR_MS);
      let isOver = false;
      const waiting = signal.wait(HOUR_MS).then(() => (isOver = true));
      await jest.advanceTimersByTimeAsync(HOUR_MS - 1);
      expect(isOver).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      await waiting;
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not end a wait after it was cleared', async () => {
    jest.useFakeTimers();
    try {
      const signal = new WakeUpSignal();
      signal.send();
      signal.clear();
      let isOver = false;
      const waiting = signal.wait(HOUR_MS).then(() => (isOver = true));
      await jest.advanceTimersByTimeAsync(HOUR_MS - 1);
      expect(isOver).toBe(false);
      signal.send();
      await waiting;
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not wait for zero milliseconds', async () => {
    await new WakeUpSignal().wait(0);
  });
});
