/** One promise, what the stop-watch says of it, and whether it was kept. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isOk: boolean;
}

/** Something that could not be checked here. */
export interface Skipped {
  readonly what: string;
  readonly reason: string;
}

/** What was found so far, told line by line. */
export class Findings {
  readonly all: Finding[] = [];
  readonly skipped: Skipped[] = [];

  /** @param tell - gets each line, for people. */
  constructor(private readonly tell: (line: string) => void) {}

  get failed(): readonly Finding[] {
    return this.all.filter(({ isOk }) => !isOk);
  }

  note(finding: Finding): void {
    this.all.push(finding);
    const { what, measured, bound, isOk } = finding;
    this.tell(`${isOk ? 'ok    ' : 'FAILED'}  ${what}: ${measured} (${bound})`);
  }

  /** A figure that must lie between two others, both included. */
  noteWithin(what: string, figure: number, [least, most]: readonly [least: number, most: number], unit = ''): void {
    const isOk = figure >= least && figure <= most;
    this.note({ what, measured: `${round(figure)}${unit}`, bound: `${round(least)} to ${round(most)}${unit}`, isOk });
  }

  /** A figure that must not be greater than another. */
  noteAtMost(what: string, figure: number, most: number, unit = ''): void {
    this.note({
      what,
      measured: `${round(figure)}${unit}`,
      bound: `at most ${round(most)}${unit}`,
      isOk: figure <= most,
    });
  }

  skip(what: string, reason: string): void {
    this.skipped.push({ what, reason });
    this.tell(`left out  ${what}: ${reason}`);
  }

  verdict(): string {
    const [failed, checked] = [this.failed.length, this.all.length];
    const leftOut = this.skipped.length === 0 ? '' : `, ${this.skipped.length} left out`;
    return failed === 0
      ? `All ${checked} findings are as promised${leftOut}`
      : `${failed} of ${checked} FAILED${leftOut}`;
  }
}

/** To one digit after the point. */
const round = (figure: number): string => String(Math.round(figure * 10) / 10);
