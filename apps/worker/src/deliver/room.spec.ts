import { Room } from './room';

describe('Room', () => {
  const roomOf = (size: { quick: number; slow: number }) => new Room<number>({ ...size, slowMs: 1_000 });

  // A hundred receivers that hang must not keep the others from being told.
  it('makes room for others while attempts wait for their answers, and has an end all the same', () => {
    const room = roomOf({ quick: 4, slow: 2 });
    for (let attempt = 0; attempt < 4; attempt++) room.enter(attempt, 0);
    expect(room.free(1_000)).toBe(0);
    expect(room.free(1_001)).toBe(2);
    [4, 5].forEach((attempt) => room.enter(attempt, 1_001));
    expect(room.free(1_001)).toBe(0);
    expect(room.free(9_999)).toBe(0);
    room.leave(5);
    expect(room.free(9_999)).toBe(1);
  });

  it('tells young attempts from others, as they end and as time passes', () => {
    const room = roomOf({ quick: 8, slow: 4 });
    [0, 1, 2].forEach((attempt) => room.enter(attempt, 0));
    [3, 4].forEach((attempt) => room.enter(attempt, 30));
    expect([room.young(50), room.young(51), room.young(81)]).toEqual([5, 2, 0]);
    room.leave(0);
    room.enter(5, 81);
    room.leave(3);
    expect([room.young(81), room.attempts]).toEqual([1, 4]);
  });

  it('says when many are slow', () => {
    const room = roomOf({ quick: 8, slow: 4 });
    [0, 1, 2].forEach((attempt) => room.enter(attempt, attempt));
    expect(room.isCrowded(1_002)).toBe(false);
    expect(room.isCrowded(1_003)).toBe(true);
  });

  it('lets each leave once', () => {
    const room = roomOf({ quick: 2, slow: 0 });
    room.enter(1, 0);
    room.enter(2, 0);
    expect([room.leave(1), room.leave(1), room.leaveAll(), room.leave(2)]).toEqual([true, false, [2], false]);
    expect(room.free(0)).toBe(2);
  });
});
