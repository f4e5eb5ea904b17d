import type { DropDefinition } from '@droptrack/catalogue';

/** Two definitions of one drop, or two events of one key within a drop: it is open which of them holds. */
export class DuplicateDefinitionError extends Error {
  override readonly name = 'DuplicateDefinitionError';
  constructor(
    readonly dropId: string,
    /** Null when the drop itself is there twice. */
    readonly eventKey: string | null,
  ) {
    super(
      eventKey === null ? `The drop "${dropId}" is defined twice` : `The drop "${dropId}" has two events "${eventKey}"`,
    );
  }
}

/** @throws {DuplicateDefinitionError} */
export function assertDistinct(definitions: readonly DropDefinition[]): void {
  const twice = firstTwice(definitions.map(({ id }) => id));
  if (twice !== null) throw new DuplicateDefinitionError(twice, null);
  for (const { id, events } of definitions) {
    const key = firstTwice(events.map((event) => event.key));
    if (key !== null) throw new DuplicateDefinitionError(id, key);
  }
}

function firstTwice(names: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}
