import { DROP_ID_LENGTH_MAX, DROP_ID_PATTERN } from '@droptrack/contracts';
import { plainName } from '../parts/name';

/** Reads parameters of an address. An invalid value counts as absent, and {@link notes} has a sentence about it. */
export class QueryReader {
  readonly notes: string[] = [];
  constructor(private readonly query: URLSearchParams) {}

  /** One of a few values; null if absent, empty or invalid. */
  oneOf<T extends string>(name: string, values: readonly T[]): T | null {
    const value = this.#read(name);
    if (value === null) return null;
    return values.find((known) => known === value) ?? this.#ignore(name, `one of ${values.join(', ')}`);
  }

  /** Free text without control characters, trimmed; null if absent, empty or invalid. */
  text(name: string, charactersMax: number): string | null {
    const value = this.#read(name)?.trim() ?? '';
    if (value === '') return null;
    const isValid = [...value].length <= charactersMax && !/[\p{Cc}\p{Cs}]/u.test(value);
    return isValid ? value : this.#ignore(name, `text of at most ${charactersMax} characters`);
  }

  /** Text of a pattern; null if absent, empty or invalid. */
  matching(name: string, pattern: RegExp, charactersMax: number, meaning: string): string | null {
    const value = this.#read(name);
    if (value === null) return null;
    return value.length <= charactersMax && pattern.test(value) ? value : this.#ignore(name, meaning);
  }

  /** Short name of a chain, in any case. */
  chain(): string | null {
    const pattern = new RegExp(DROP_ID_PATTERN, 'i');
    return (
      this.matching(
        'chain',
        pattern,
        DROP_ID_LENGTH_MAX,
        'the short name of a chain, such as arbitrum',
      )?.toLowerCase() ?? null
    );
  }

  /** Value of a text that a function can read; null if absent, empty or invalid. */
  read<T>(name: string, valueOf: (text: string) => T | null, meaning: string): T | null {
    const value = this.#read(name);
    return value === null ? null : (valueOf(value) ?? this.#ignore(name, meaning));
  }

  /** Adds a note about a parameter that cannot be used. */
  #ignore(name: string, meaning: string): null {
    this.notes.push(`“${plainName(name)}” in the address was ignored: it must be ${meaning}.`);
    return null;
  }

  /** An empty value of a form is no value. */
  #read(name: string): string | null {
    return this.query.get(name) || null;
  }
}

/** Path with a query of all members that are not null. */
export function pathWith(path: string, members: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(
    Object.entries(members).filter((member): member is [string, string] => member[1] !== null),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
