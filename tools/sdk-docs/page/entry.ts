import ts from 'typescript';
import { type Exported, exportsOf, isPublic } from '../sources/exports';
import { ProgramError } from '../sources/program-error';

/** Where on the page something stands. */
export type Section = 'client' | 'functions' | 'errors' | 'results' | 'data' | 'values';

/** What the page is made from. */
export interface Exports {
  readonly checker: ts.TypeChecker;
  readonly all: readonly Exported[];
  readonly client: Exported;
  /** Properties of the client that have methods of their own, in their order. */
  readonly resources: readonly { readonly name: string; readonly exported: Exported }[];
}

/** @throws {ProgramError} when there is no client among them. */
export function readExports(program: ts.Program): Exports {
  const checker = program.getTypeChecker();
  const all = exportsOf(program);
  const client = all.find(({ name }) => name === 'Droptrack');
  if (client === undefined) throw new ProgramError('the SDK exports no Droptrack');
  const resources = checker
    .getDeclaredTypeOfSymbol(client.symbol)
    .getProperties()
    .filter(({ valueDeclaration }) => valueDeclaration !== undefined && isPublic(valueDeclaration as ts.ClassElement))
    .flatMap((property) => {
      const { symbol } = checker.getTypeOfSymbol(property);
      const exported = all.find((each) => each.symbol === symbol && ts.isClassDeclaration(each.declaration));
      return exported === undefined ? [] : [{ name: property.name, exported }];
    });
  return { checker, all, client, resources };
}

/** The section of an export; resources stand with the client. */
export function sectionOf({ symbol, declaration }: Exported, { client, resources, checker }: Exports): Section {
  if (symbol === client.symbol || resources.some(({ exported }) => exported.symbol === symbol)) return 'client';
  if (ts.isFunctionDeclaration(declaration)) return 'functions';
  if (ts.isVariableDeclaration(declaration)) return 'values';
  if (ts.isClassDeclaration(declaration) && isError(checker.getDeclaredTypeOfSymbol(symbol), checker)) return 'errors';
  return declaration.getSourceFile().fileName.includes('/libs/contracts/') ? 'data' : 'results';
}

function isError(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.symbol.name === 'Error') return true;
  return type.isClassOrInterface() && checker.getBaseTypes(type).some((base) => isError(base, checker));
}
