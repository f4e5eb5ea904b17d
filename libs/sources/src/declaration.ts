import type { Environment } from '@droptrack/program';
import type { SettingsReader } from './settings-reader';

/** Declaration of a source in its folder: its settings, and what it creates from them. */
export interface SourceDeclaration<Settings = unknown, Made = unknown> {
  /** As in the database, in variables that switch sources off, and in catalogue files. */
  readonly id: string;
  /** Variables that it requires, for messages; null if it works without any. */
  readonly needs: string | null;
  /** Reads its variables; null if a required one is not set. */
  readSettings(read: SettingsReader): Settings | null;
  create(settings: Settings): Made;
  /** Variables by which all its requests go to one address, such as that of a fake server; required keys are made up. */
  environmentAt(url: string): Environment;
}

type Declarations = readonly SourceDeclaration[];
type IdOf<All extends Declarations> = All[number]['id'];

/** Settings of sources by their ids. URLs have no trailing slash. */
export interface SourceSettings<All extends Declarations> {
  /** Sources that the operator switched off. */
  readonly off: ReadonlySet<IdOf<All>>;
  /** Null for a source without a required variable. */
  readonly of: { readonly [One in All[number] as One['id']]: ReturnType<One['readSettings']> };
}

/** Reasons why a source is off: switched off by the operator, or a required setting is missing. */
export type OffReason = 'switched_off' | 'not_configured';

/** Sources that are on, and those that are off. */
export interface Sources<Made, Id> {
  readonly on: readonly Made[];
  readonly off: ReadonlyMap<Id, OffReason>;
}

/**
 * Reads the settings of sources.
 *
 * @param variable - names the sources that are switched off: some, or `all`.
 * @param allOff - a further reason for which all are switched off.
 */
export function readSourceSettings<const All extends Declarations>(
  declarations: All,
  read: SettingsReader,
  { variable, allOff = false }: { readonly variable: string; readonly allOff?: boolean },
): SourceSettings<All> {
  const ids: readonly IdOf<All>[] = declarations.map(({ id }) => id);
  const named = read.switchedOff(variable, ids);
  const settings = declarations.map((declaration) => [declaration.id, declaration.readSettings(read)]);
  return { off: new Set(allOff ? ids : named), of: Object.fromEntries(settings) };
}

/** Creates the sources that are on, and lists the others with the reason. */
export function createSources<Made, Id extends string>(
  declarations: readonly (SourceDeclaration<unknown, Made> & { readonly id: Id })[],
  { off, of }: { readonly off: ReadonlySet<string>; readonly of: Readonly<Record<string, unknown>> },
): Sources<Made, Id> {
  const on: Made[] = [];
  const reasons = new Map<Id, OffReason>();
  for (const declaration of declarations) {
    const { id } = declaration;
    if (off.has(id)) reasons.set(id, 'switched_off');
    else if (of[id] === null) reasons.set(id, 'not_configured');
    else on.push(declaration.create(of[id]));
  }
  return { on, off: reasons };
}

/**
 * Reasons of the sources that are off, for operators, by their ids in the order of the declarations.
 *
 * @param variable - that switches sources off.
 */
export const offTexts = <Id extends string>(
  declarations: readonly (Pick<SourceDeclaration, 'needs'> & { readonly id: Id })[],
  off: ReadonlyMap<Id, OffReason>,
  variable: string,
): ReadonlyMap<string, string> =>
  new Map(
    declarations.flatMap((declaration): [string, string][] => {
      const reason = off.get(declaration.id);
      return reason === undefined ? [] : [[declaration.id, offText(reason, variable, declaration)]];
    }),
  );

/** Text of a reason, for operators. @param variable - that switches sources off. */
export function offText(reason: OffReason, variable: string, { needs }: Pick<SourceDeclaration, 'needs'>): string {
  return reason === 'switched_off' ? `${variable} names it` : `it needs ${needs ?? 'a setting'}`;
}
