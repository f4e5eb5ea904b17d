import ts from 'typescript';
import { type Exported, exportsOf, isPublic, methodsOf } from '../sources/exports';

/**
 * Lists the exports of the package that lack documentation: every export and member needs a comment, and every class,
 * method and function an example. One line each, such as `Drops.get: no example`.
 */
export function undocumented(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  return exportsOf(program).flatMap((exported) => [
    ...lackOf(exported.name, exported.symbol, needsExample(exported.declaration), checker),
    ...lackOfMembers(exported, checker),
  ]);
}

function lackOf(name: string, symbol: ts.Symbol, isExampleRequired: boolean, checker: ts.TypeChecker): string[] {
  const tags = symbol.getJsDocTags(checker).map((tag) => tag.name);
  // A range or format alone, such as `@minimum 0`, documents a member.
  const isDocumented =
    symbol.getDocumentationComment(checker).length > 0 || tags.some((tag) => tag !== 'example' && tag !== 'throws');
  return [
    ...(isDocumented ? [] : [`${name}: no comment`]),
    ...(isExampleRequired && !tags.includes('example') ? [`${name}: no example`] : []),
  ];
}

const needsExample = (declaration: ts.Declaration): boolean =>
  ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration);

function lackOfMembers({ name, symbol, declaration }: Exported, checker: ts.TypeChecker): string[] {
  if (ts.isClassDeclaration(declaration)) return lackOfClass(name, declaration, checker);
  if (!ts.isInterfaceDeclaration(declaration)) return [];
  return checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter(({ declarations }) => declarations?.some(({ parent }) => parent === declaration))
    .flatMap((member) => lackOfMember(name, member, checker));
}

/** A member, and the members of its type if that is an object literal. */
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
    // An overriding member is documented in the base class.
    const isOverride = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override) !== 0;
    if (symbol === undefined || isOverride || ts.isConstructorDeclaration(member)) return [];
    return lackOf(`${name}.${symbol.name}`, symbol, methods.has(member), checker);
  });
}
