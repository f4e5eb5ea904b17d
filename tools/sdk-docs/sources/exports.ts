import ts from 'typescript';
import { SDK_ENTRY } from './program';

/** The sources of the SDK have a shape that the checks cannot read. */
class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/** An export of the package. */
export interface Exported {
  readonly name: string;
  /** The exported symbol, with re-exports resolved. */
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
}

/** All exports of the package, sorted by name. */
export function exportsOf(program: ts.Program): Exported[] {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(SDK_ENTRY);
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new ProgramError('the entry of the SDK is not a module');
  return checker
    .getExportsOfModule(module)
    .map((given) => {
      const symbol = given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
      const declaration = symbol.declarations?.[0];
      if (declaration === undefined) throw new ProgramError(`${given.name} has no declaration`);
      return { name: given.name, symbol, declaration };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Public methods of a class, without those of `Promise` such as `then`. */
export function methodsOf(declaration: ts.ClassDeclaration): ts.MethodDeclaration[] {
  return declaration.members.filter(ts.isMethodDeclaration).filter((method) => isPublic(method));
}

/** True for a member that users may access, except the methods of `Promise` and of iterables. */
export function isPublic(member: ts.ClassElement): boolean {
  const { name } = member;
  if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0 && !PROMISE.has(name.getText());
}

const PROMISE = new Set(['then', 'catch', 'finally']);
