import ts from 'typescript';
import { type Exported, exportsOf, isPublic, methodsOf } from '../sources/exports';
import { commentOf } from './comment';

/**
 * What the package exports and does not explain: everything needs a comment, members too; every class, method and
 * function an example. One line each, such as `Drops.get: no example`.
 */
export function lacking(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  return exportsOf(program).flatMap((exported) => [
    ...lackOf(exported.name, exported.symbol, isShown(exported.declaration), checker),
    ...lackOfMembers(exported, checker),
  ]);
}

function lackOf(name: string, symbol: ts.Symbol, needsExample: boolean, checker: ts.TypeChecker): string[] {
  const { text, examples } = commentOf(symbol, checker);
  return [
    ...(text === '' ? [`${name}: no comment`] : []),
    ...(needsExample && examples.length === 0 ? [`${name}: no example`] : []),
  ];
}

const isShown = (declaration: ts.Declaration): boolean =>
  ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration);

function lackOfMembers({ name, symbol, declaration }: Exported, checker: ts.TypeChecker): string[] {
  if (ts.isClassDeclaration(declaration)) return lackOfClass(name, declaration, checker);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const isOurs = ts.isInterfaceDeclaration(declaration);
  if (!isOurs) return [];
  return type
    .getProperties()
    .filter(({ declarations }) => declarations?.some(({ parent }) => parent === declaration))
    .flatMap((member) => lackOfMember(name, member, checker));
}

/** A member, and those of the object that it is where that has no name of its own. */
function lackOfMember(owner: string, member: ts.Symbol, checker: ts.TypeChecker): string[] {
  const name = `${owner}.${member.name}`;
  const { type } = (member.valueDeclaration ?? {}) as { type?: ts.TypeNode };
  const literal = type && (ts.isUnionTypeNode(type) ? type.types : [type]).find(ts.isTypeLiteralNode);
  const nested = literal === undefined ? [] : checker.getTypeFromTypeNode(literal).getProperties();
  return [...lackOf(name, member, false, checker), ...nested.flatMap((each) => lackOfMember(name, each, checker))];
}

function lackOfClass(name: string, declaration: ts.ClassDeclaration, checker: ts.TypeChecker): string[] {
  const methods = new Set<ts.ClassElement>(methodsOf(declaration));
  return declaration.members.filter(isPublic).flatMap((member) => {
    const symbol = member.name && checker.getSymbolAtLocation(member.name);
    // What overrides a member is explained there.
    const isOverride = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override) !== 0;
    if (symbol === undefined || isOverride || ts.isConstructorDeclaration(member)) return [];
    return lackOf(`${name}.${symbol.name}`, symbol, methods.has(member), checker);
  });
}
