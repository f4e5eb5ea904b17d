import { InvalidAnswerError } from '../errors';

/** Maximum length of an unfinished event, in characters. Events of the API are far shorter. */
const EVENT_LENGTH_MAX = 2 ** 20;

/** Event of an event stream, as far as the API uses it. */
export interface EventBlock {
  /** Position to resume at, which the event itself sets; null for an event without an id. */
  readonly id: string | null;
  /** Lines of data, joined by line feeds. */
  readonly data: string;
}

/** Parses the bytes of an event stream (HTML Living Standard §9.2.6). */
export class EventParser {
  /** Wait before a reconnect that the server asks for, in milliseconds; null while it has not. */
  retryMs: number | null = null;
  readonly #decoder = new TextDecoder();
  /** Start of a line whose end has not been received yet. */
  #rest = '';
  /** True if the bytes so far end in a carriage return: a line feed after it belongs to the same end of line. */
  #endsInReturn = false;
  #id: string | null = null;
  #data = '';

  /**
   * Adds a chunk.
   *
   * @returns the events that it completes.
   * @throws {@link InvalidAnswerError} for an event of more than 1 MiB.
   */
  push(chunk: Uint8Array): EventBlock[] {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return [];
    if (this.#endsInReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endsInReturn = text.endsWith('\r');
    const [first = '', ...others] = text.split(/\r\n|\r|\n/);
    const lines = [this.#rest + first, ...others];
    this.#rest = lines.pop() ?? '';
    const events = lines.flatMap((line) => this.#read(line));
    if (this.#rest.length + this.#data.length > EVENT_LENGTH_MAX) {
      throw new InvalidAnswerError('The response has an event of more than 1 MiB');
    }
    return events;
  }

  /** Reads a line. Only a blank line completes an event, so that a cut one does not move the position to resume at. */
  #read(line: string): EventBlock[] {
    if (line === '') {
      const events = this.#data ? [{ id: this.#id, data: this.#data.slice(0, -1) }] : [];
      this.#id = null;
      this.#data = '';
      return events;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') this.#data += `${value}\n`;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^[0-9]+$/.test(value)) this.retryMs = Number(value);
    return [];
  }
}
