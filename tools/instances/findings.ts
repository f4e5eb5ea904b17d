/** A guarantee with its measured value. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isOk: boolean;
}

/** The results of all checks, printed one by one. */
export class Findings {
  readonly all: Finding[] = [];
  readonly skipped: { readonly what: string; readonly reason: string }[] = [];

  /** @param print - gets each line. */
  constructor(private readonly print: (line: string) => void) {}

  get failed(): readonly Finding[] {
    return this.all.filter(({ isOk }) => !isOk);
  }

  add(finding: Finding): void {
    this.all.push(finding);
    const { what, measured, bound, isOk } = finding;
    this.print(`${isOk ? 'ok    ' : 'FAILED'}  ${what}: ${measured} (${bound})`);
  }

  /** Adds a figure with bounds that include both ends. */
  addWithin(what: string, figure: number, [least, most]: readonly [least: number, most: number], unit = ''): void {
    const bound = `${round(least)} to ${round(most)}${unit}`;
    this.add({ what, measured: `${round(figure)}${unit}`, bound, isOk: figure >= least && figure <= most });
  }

  addAtMost(what: string, figure: number, most: number, unit = ''): void {
    const [measured, bound] = [`${round(figure)}${unit}`, `at most ${round(most)}${unit}`];
    this.add({ what, measured, bound, isOk: figure <= most });
  }

  skip(what: string, reason: string): void {
    this.skipped.push({ what, reason });
    this.print(`skipped  ${what}: ${reason}`);
  }

  verdict(): string {
    const [failed, checked] = [this.failed.length, this.all.length];
    const skipped = this.skipped.length === 0 ? '' : `, ${this.skipped.length} skipped`;
    return failed === 0
      ? `All ${checked} findings are as promised${skipped}`
      : `${failed} of ${checked} FAILED${skipped}`;
  }
}

/** To one decimal. */
const round = (figure: number): string => String(Math.round(figure * 10) / 10);
