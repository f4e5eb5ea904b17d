import type { LoadPhase } from '@droptrack/persistence';
import type { ListProgress } from '../lists/open-list-files';
import type { Output } from '../output/output';

const BAR_LENGTH = 24;

const WORDS: Readonly<Record<LoadPhase, string>> = {
  waiting: 'Waiting for other loads of this drop …',
  reading: 'Reading the list …',
  checking: 'Checking',
  tree: 'Building the tree',
  storing: 'Storing',
};

/** Shows the person who waits how far a load is; only on a terminal. */
export class LoadBar {
  constructor(private readonly output: Output) {}

  /** Of the files by their bytes: how many rows they hold is known only at their end. */
  reading({ rows, bytes, bytesTotal }: ListProgress): void {
    this.output.progress(`${barOf(bytes, bytesTotal)}Reading: ${grouped(rows)} rows`);
  }

  phase(phase: LoadPhase, done: number, all: number | null): void {
    const many = all === null ? '' : `: ${grouped(all)} ${phase === 'checking' ? 'rows' : 'wallets'}`;
    this.output.progress(`${phase === 'tree' ? barOf(done, all) : ''}${WORDS[phase]}${many}`);
  }
}

function barOf(done: number, all: number | null): string {
  if (all === null || all === 0) return '';
  const share = Math.min(1, done / all);
  const full = Math.floor(share * BAR_LENGTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  `;
}

/** `1 000 000` */
const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
