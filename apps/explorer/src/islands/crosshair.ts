/** Pause after which the values of a column are announced: of columns in quick succession, only the last is. */
const SPEECH_DELAY_MS = 500;

/**
 * Crosshair of a plot, by pointer and by arrow keys. The numbers are those of the table in the page whose id is in
 * `data-crosshair`: the row of a column has the same index. Elements with `data-cell` show the cell of that index.
 */
class Crosshair {
  readonly #columns: readonly SVGGElement[];
  readonly #rows: readonly HTMLTableRowElement[];
  readonly #headings: readonly string[];
  readonly #cells: readonly HTMLElement[];
  readonly #initial: number;
  readonly #speech = document.createElement('p');
  #current: number;
  #timer = 0;

  constructor(
    private readonly plot: HTMLElement,
    table: HTMLTableElement,
  ) {
    this.#columns = [...plot.querySelectorAll<SVGGElement>('[data-index]')];
    this.#rows = [...(table.tBodies[0]?.rows ?? [])];
    this.#headings = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent);
    this.#cells = [...(plot.parentElement?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
    this.#initial = this.#current = this.#rows.findLastIndex(({ cells }) => cells[1]?.textContent !== '');
    this.#speech.className = 'visually-hidden';
    this.#speech.ariaLive = 'polite';
    plot.after(this.#speech);
    this.#describe();
    plot.addEventListener('pointermove', (event) => this.#point(event));
    plot.addEventListener('pointerdown', (event) => this.#point(event));
    plot.addEventListener('pointerleave', () => this.#leave());
    plot.addEventListener('keydown', (event) => this.#press(event));
    plot.addEventListener('blur', () => this.#leave());
  }

  /** A slider: screen readers pass arrow keys to it, and read its value aloud. */
  #describe(): void {
    const { plot } = this;
    plot.tabIndex = 0;
    plot.role = 'slider';
    plot.ariaLabel = plot.dataset['label'] ?? '';
    plot.ariaValueMin = '0';
    plot.ariaValueMax = String(this.#rows.length - 1);
    this.#announce();
  }

  #point({ clientX }: PointerEvent): void {
    const distances = this.#columns.map((column) => {
      const { left, width } = column.getBoundingClientRect();
      return width === 0 ? Infinity : Math.abs(left + width / 2 - clientX);
    });
    this.#show(distances.indexOf(Math.min(...distances)));
  }

  #press(event: KeyboardEvent): void {
    const last = this.#rows.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: this.#current - 1,
      ArrowDown: this.#current - 1,
      ArrowRight: this.#current + 1,
      ArrowUp: this.#current + 1,
      Home: 0,
      End: last,
    };
    const target = steps[event.key];
    if (event.key === 'Escape') this.plot.blur();
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#show(Math.min(last, Math.max(0, target)));
    this.#announce();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#speak(), SPEECH_DELAY_MS);
  }

  #leave(): void {
    this.#show(this.#initial, false);
    window.clearTimeout(this.#timer);
    this.#speech.textContent = '';
    this.#announce();
  }

  /** Shows the values of a row; with a mark on its column unless the crosshair is left. */
  #show(index: number, isMarked = true): void {
    this.#current = index;
    for (const column of this.#columns) {
      column.classList.toggle('here', isMarked && Number(column.dataset['index']) === index);
    }
    for (const element of this.#cells) element.textContent = this.#text(Number(element.dataset['cell']));
  }

  #text(cell: number): string {
    return this.#rows[this.#current]?.cells[cell]?.textContent ?? '';
  }

  #announce(): void {
    this.plot.ariaValueNow = String(this.#current);
    this.plot.ariaValueText = `${this.#text(0)}: ${this.#text(1) || 'no score'}`;
  }

  /** Confidence and contributions; time and score are the value of the slider. */
  #speak(): void {
    this.#speech.textContent = this.#headings
      .map((heading, cell) => `${heading} ${this.#text(cell)}`)
      .filter((_, cell) => cell > 1 && this.#text(cell) !== '')
      .join(', ');
  }
}

for (const plot of document.querySelectorAll<HTMLElement>('[data-crosshair]')) {
  const table = document.getElementById(plot.dataset['crosshair'] ?? '');
  if (table instanceof HTMLTableElement) new Crosshair(plot, table);
}

export {};
