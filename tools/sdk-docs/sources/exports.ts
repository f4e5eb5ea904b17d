import ts from 'typescript';
import { ProgramError } from './program-error';
import { SDK_ENTRY } from './program';

/** Something that the package exports. */
export interface Exported {
  readonly name: string;
  /** What the name stands for, behind all re-exports. */
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
}

/** All that the package exports, by name. */
export function exportsOf(program: ts.Program): Exported[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(SDK_ENTRY);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new ProgramError('the SDK has no entry');
  return checker
    .getExportsOfModule(module)
    .map((given) => {
      const symbol = given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
      const declaration = symbol.declarations?.[0];
      if (declaration === undefined) throw new ProgramError(`${given.name} is declared nowhere`);
      return { name: given.name, symbol, declaration };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Public methods of a class, those of the language such as `then` left out. */
export function methodsOf(declaration: ts.ClassDeclaration): ts.MethodDeclaration[] {
  return declaration.members.filter(ts.isMethodDeclaration).filter((method) => isPublic(method));
}

/** What users of a class may touch: not what is private, nor what a `Promise` or an iterable has anyway. */
export function isPublic(member: ts.ClassElement): boolean {
  const { name } = member;
  if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0 && !PROMISE.has(name.getText());
}

const PROMISE = new Set(['then', 'catch', 'finally']);
