import { escapeHidden } from './escape-hidden';

/** Runs a call of a client. `method` is its path, such as `client.drops.list`, and `typescript` the call with its arguments. */
type RunCall = (call: { readonly method: string; readonly typescript: string }, run: () => unknown) => unknown;

/** Client whose methods run in `runCall`. */
export function recordedClient<T extends object>(target: T, runCall: RunCall, name = 'client'): T {
  return new Proxy(target, {
    get(_, member) {
      const value: unknown = Reflect.get(target, member, target);
      const method = `${name}.${String(member)}`;
      if (typeof value === 'function') {
        return (...args: unknown[]): unknown =>
          runCall({ method, typescript: `${method}(${args.map(printed).join(', ')})` }, () =>
            (value as (...args: unknown[]) => unknown).apply(target, args),
          );
      }
      return typeof value === 'object' && value !== null ? recordedClient(value, runCall, method) : value;
    },
  });
}

/** A value as TypeScript. */
function printed(value: unknown): string {
  if (typeof value === 'string') return printedText(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${IDENTIFIER.test(key) ? key : printedText(key)}: ${printed(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const IDENTIFIER = /^[a-z_$][\w$]*$/i;

/** Text as a literal of TypeScript. Characters that are invisible or reorder text are escaped. */
const printedText = (text: string): string => `'${escapeHidden(text.replaceAll('\\', '\\\\').replaceAll("'", "\\'"))}'`;
