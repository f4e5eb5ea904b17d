import ts from 'typescript';
import type { Exported } from '../sources/exports';
import { ProgramError } from '../sources/program-error';
import type { Form, Member, Shape } from './shape';

/** Reads types by the compiler alone: by what users' own code is held to, not by what generated the document. */
export class TypeShapes {
  readonly #checker: ts.TypeChecker;
  readonly #names: ReadonlyMap<ts.Symbol, string>;
  /** Interfaces and aliases of objects that were come by. */
  readonly reached = new Set<ts.Symbol>();
  constructor(checker: ts.TypeChecker, exported: readonly Exported[]) {
    this.#checker = checker;
    this.#names = new Map(exported.map(({ name, symbol }) => [symbol, name]));
  }

  /** @throws {ProgramError} for a type that no JSON has. */
  shapeOf(type: ts.Type): Shape {
    const parts = type.isUnion() ? type.types : [type];
    const isNullable = parts.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
    const some = parts.filter(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
    this.#note(type);
    const [only] = some;
    const named = some.length === 1 && only !== undefined ? only : type;
    return { isNullable, form: this.#union(some), name: this.#nameOf(named) };
  }

  #union(types: readonly ts.Type[]): Form {
    const booleans = types.filter(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0);
    const literals = types.filter(isLiteral);
    const others = types.filter((type) => !booleans.includes(type) && !isLiteral(type));
    const forms: Form[] = [
      ...(booleans.length > 0 ? [{ kind: 'boolean' } as const] : []),
      ...(literals.length > 0 ? [{ kind: 'values' as const, values: literals.map(valueOf).sort() }] : []),
      ...others.map((type) => this.#one(type)),
    ];
    const [first] = forms;
    if (first === undefined) throw new ProgramError('a type without a value');
    if (forms.length === 1) return first;
    return { kind: 'union', variants: forms.map((form) => ({ isNullable: false, form })) };
  }

  #one(type: ts.Type): Form {
    this.#note(type);
    if (type.flags & ts.TypeFlags.String) return { kind: 'text' };
    if (type.flags & ts.TypeFlags.Number) return { kind: 'number' };
    if (type.flags & ts.TypeFlags.Boolean) return { kind: 'boolean' };
    if (type.flags & ts.TypeFlags.NonPrimitive) return { kind: 'object', members: new Map() };
    if (this.#checker.isArrayType(type)) {
      const [items] = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (items === undefined) throw new ProgramError('a list of nothing');
      return { kind: 'list', items: this.shapeOf(items) };
    }
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    const isData = type.getCallSignatures().length === 0 && type.getStringIndexType() === undefined;
    if (isObject && isData) return { kind: 'object', members: this.#members(type) };
    throw new ProgramError(`no JSON is a ${this.#checker.typeToString(type)}`);
  }

  #members(type: ts.Type): ReadonlyMap<string, Member> {
    const members = type.getProperties().filter((property) => (property.flags & ts.SymbolFlags.Method) === 0);
    return new Map(
      members.map((property) => [
        property.name,
        {
          isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
          shape: () => this.shapeOf(this.#checker.getTypeOfSymbol(property)),
        },
      ]),
    );
  }

  #nameOf({ symbol, aliasSymbol }: ts.Type): string | undefined {
    return this.#names.get(aliasSymbol ?? symbol);
  }

  #note({ symbol, aliasSymbol }: ts.Type): void {
    if (aliasSymbol !== undefined) this.reached.add(aliasSymbol);
    // What is made of a type parameter or a literal type has a symbol without a name of its own.
    const named = symbol as ts.Symbol | undefined;
    if (named === undefined || this.reached.has(named)) return;
    this.reached.add(named);
    if ((named.flags & ts.SymbolFlags.Interface) === 0) return;
    const declared = this.#checker.getDeclaredTypeOfSymbol(named) as ts.InterfaceType;
    for (const base of this.#checker.getBaseTypes(declared)) this.#note(base);
  }
}

const isLiteral = (type: ts.Type): type is ts.StringLiteralType | ts.NumberLiteralType =>
  type.isStringLiteral() || type.isNumberLiteral();

const valueOf = ({ value }: ts.StringLiteralType | ts.NumberLiteralType): string => JSON.stringify(value);
