import { countPage, type Proposal, votesInWindow } from './votes-in-window';

const BEGIN = 1_000_000;
const NOW = BEGIN + 30 * 86_400;
const proposal = (over: Partial<Proposal> = {}): Proposal => ({
  id: 'p',
  start: BEGIN - 100,
  end: BEGIN + 300,
  votes: 50,
  ...over,
});

describe('votes in the window', () => {
  it('are all of a proposal that began within it', () => {
    expect(votesInWindow(proposal({ start: BEGIN }), undefined, BEGIN, NOW)).toBe(50);
  });

  it('leave out those that were counted before it', () => {
    expect(votesInWindow(proposal(), { untilSeconds: BEGIN, votes: 20 }, BEGIN, NOW)).toBe(30);
  });

  it('never fall below 0, when votes were taken back since they were counted', () => {
    expect(votesInWindow(proposal(), { untilSeconds: BEGIN, votes: 60 }, BEGIN, NOW)).toBe(0);
  });

  // 300 of the 400 seconds of the voting lie in the window.
  it('are estimated by time where none is counted', () => {
    expect(votesInWindow(proposal({ votes: 80 }), undefined, BEGIN, NOW)).toBe(60);
  });

  it('are estimated by time from where counting stopped', () => {
    expect(votesInWindow(proposal(), { untilSeconds: BEGIN - 50, votes: 15 }, BEGIN, NOW)).toBe(30);
  });

  it('of a vote that goes on are estimated up to now, not to its end', () => {
    expect(votesInWindow(proposal({ end: NOW }), undefined, BEGIN, BEGIN + 100)).toBe(25);
  });
});

describe('a page of votes before the window', () => {
  const counted = { untilSeconds: 100, votes: 7 };

  it('ends the count when it was not full', () => {
    expect(countPage(counted, [100, 150], true, BEGIN)).toEqual({ untilSeconds: BEGIN, votes: 9 });
  });

  // Votes of one second may be split between two pages: counted now and asked for again, they would count twice.
  it('leaves its last second to the next page', () => {
    expect(countPage(counted, [100, 150, 200, 200], false, BEGIN)).toEqual({ untilSeconds: 200, votes: 9 });
  });

  it('counts nothing when it is all of one second, or not what was asked for', () => {
    expect(countPage(counted, [100, 100], false, BEGIN)).toEqual(counted);
    expect(countPage(counted, [5, BEGIN], false, BEGIN)).toEqual(counted);
  });
});
