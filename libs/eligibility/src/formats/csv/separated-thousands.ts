/** Amount whose point can separate thousands or decimals. */
const EITHER = /^[0-9]{1,3}\.[0-9]{3}$/;
/** Amount whose point separates decimals. */
const DECIMAL = /^(?:[0-9]*\.[0-9]{1,2}|[0-9]*\.[0-9]{4,}|[0-9]{4,}\.[0-9]{3})$/;

/**
 * Detects points that separate thousands in a table of semicolons, which programs write where the comma separates decimals: 1.234
 * is then 1234. One amount with another number of decimals shows that points separate decimals.
 */
export class SeparatedThousands {
  #first: number | null = null;
  #isDecimal = false;

  /** Notes the amounts of a row. */
  note(amounts: readonly (string | undefined)[], line: number): void {
    for (const amount of amounts) {
      if (amount === undefined || !amount.includes('.')) continue;
      if (DECIMAL.test(amount)) this.#isDecimal = true;
      else if (EITHER.test(amount)) this.#first ??= line;
    }
  }

  /** Line of the first doubtful amount; null if there is no doubt. */
  get doubtful(): number | null {
    return this.#isDecimal ? null : this.#first;
  }
}

export const DOUBTFUL_POINT =
  'amount: its point can separate thousands, as programs write that separate columns by semicolons: 1.234 is 1.234 or 1234; ' +
  'save the table with commas between the columns, and amounts without thousands separators';
