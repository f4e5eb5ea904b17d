import ts from 'typescript';
import { isPublic, methodsOf } from '../sources/exports';
import { type Comment, commentOf, signatureComment } from './comment';
import { block, paragraphs, table, type TypeLinks } from './markdown';

/** Renders members of what is exported, each kind in one way. */
export class Members {
  readonly #checker: ts.TypeChecker;
  readonly #links: TypeLinks;
  constructor(checker: ts.TypeChecker, links: TypeLinks) {
    this.#checker = checker;
    this.#links = links;
  }

  /** Text of a comment, and what stands behind it: result, errors, examples. */
  prose(comment: Comment, parameters = ''): string {
    const { text, returns, throws, examples } = comment;
    return paragraphs([
      text,
      parameters,
      returns === '' ? '' : `Returns ${returns}`,
      throws.length === 0 ? '' : `Throws ${throws.map((text) => text.replace(/[.;]?$/, '.')).join(' ')}`,
      ...examples.map(block),
    ]);
  }

  /** A function, method or constructor under its heading. */
  callable(heading: string, declaration: ts.SignatureDeclaration, name: string): string {
    const signature = this.#checker.getSignatureFromDeclaration(declaration);
    const comment = signature === undefined ? null : signatureComment(signature, this.#checker);
    if (comment === null) return '';
    const parameters = declaration.parameters.map((parameter) => this.#parameter(parameter, comment));
    const { type } = declaration;
    const gives = ts.isConstructorDeclaration(declaration) || type === undefined ? '' : `Gives ${this.#typed(type)}.`;
    return paragraphs([
      `${heading} ${headingOf(name, declaration)}`,
      gives,
      this.prose(comment, table(['parameter', 'type', 'meaning'], parameters)),
    ]);
  }

  #parameter(parameter: ts.ParameterDeclaration, { parameters }: Comment): string[] {
    const name = nameOf(parameter);
    const type = parameter.type === undefined ? '' : this.#typed(parameter.type);
    const given = parameters.get(name) ?? this.#ofType(parameter);
    return [`\`${name}${isOptional(parameter) ? '?' : ''}\``, type, given];
  }

  /** What is said of a parameter's type, for a parameter of which nothing is said. */
  #ofType({ type }: ts.ParameterDeclaration): string {
    const symbol = type && this.#checker.getTypeFromTypeNode(type).symbol;
    if (symbol === undefined || !(type && ts.isTypeReferenceNode(type))) return '';
    return /^.*?[.:](?= |$)/.exec(commentOf(symbol, this.#checker).text)?.[0].replace(/:$/, '.') ?? '';
  }

  #typed(node: ts.TypeNode): string {
    return this.#links.linked(node.getText());
  }

  /** Data members of an interface, a literal or a class as a table; nested literals follow with their path. */
  fields(members: readonly ts.Node[], path = ''): string[][] {
    return members.flatMap((member): string[][] => {
      if (!isField(member)) return [];
      const symbol = this.#checker.getSymbolAtLocation(member.name);
      const nested = member.type && literalOf(member.type);
      const name = `${path}${symbol?.name ?? member.name.getText()}`;
      const text = symbol === undefined ? '' : this.#meaning(symbol, member);
      const type = nested === undefined ? this.#typeOf(member) : nullable(member.type) ? '`object | null`' : '`object`';
      const row = [`\`${name}${member.questionToken === undefined ? '' : '?'}\``, type, text];
      return [row, ...(nested === undefined ? [] : this.fields([...nested.members], `${name}.`))];
    });
  }

  /** Of a member that only says what a member of the base is here, the value and not the comment of the base. */
  #meaning(symbol: ts.Symbol, member: Field): string {
    const initializer = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
    const isExplained = ts.getJSDocCommentsAndTags(member).length > 0;
    if (initializer !== undefined && ts.isStringLiteral(initializer) && !isExplained)
      return `\`${initializer.getText()}\``;
    return commentOf(symbol, this.#checker).text;
  }

  #typeOf(member: Field): string {
    if (member.type !== undefined) return this.#typed(member.type);
    const type = this.#checker.getTypeAtLocation(member);
    return this.#links.linked(this.#checker.typeToString(type));
  }

  /** A class: what it has, then what it does. */
  ofClass(declaration: ts.ClassDeclaration, level: string, prefix: string): string {
    const own = declaration.members.filter((member) => isPublic(member));
    const inConstructor = declaration.members
      .filter(ts.isConstructorDeclaration)
      .flatMap(({ parameters }) =>
        parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, parameter.parent)),
      );
    const fields = this.fields([...own.filter((member) => !isName(member)), ...inConstructor]);
    const methods = methodsOf(declaration).map((method) =>
      this.callable(level, method, `${isStatic(method) ? declaration.name?.text : prefix}.${method.name.getText()}`),
    );
    return paragraphs([fieldTable(fields), ...methods]);
  }
}

/** How something that is called is called. */
export function headingOf(name: string, { parameters }: ts.SignatureDeclaration): string {
  return `${name}(${parameters.map((parameter) => `${nameOf(parameter)}${isOptional(parameter) ? '?' : ''}`).join(', ')})`;
}

/** Data members as a table. */
export const fieldTable = (fields: readonly (readonly string[])[]): string =>
  table(['member', 'type', 'meaning'], fields);

type Field = (ts.PropertySignature | ts.PropertyDeclaration | ts.GetAccessorDeclaration | ts.ParameterDeclaration) & {
  readonly questionToken?: ts.QuestionToken;
};

const isField = (node: ts.Node): node is Field =>
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isGetAccessorDeclaration(node) ||
  ts.isParameter(node);

/** What every error has, by the language. */
const isName = (member: ts.ClassElement): boolean => member.name?.getText() === 'name';

const isStatic = (method: ts.MethodDeclaration): boolean =>
  (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;

function nameOf({ name, type }: ts.ParameterDeclaration): string {
  if (ts.isIdentifier(name)) return name.text;
  // What is taken apart has no name; its type tells what it is.
  const text = type?.getText() ?? 'given';
  return /^\w+$/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : 'given';
}

const isOptional = ({ initializer, questionToken }: ts.ParameterDeclaration): boolean =>
  initializer !== undefined || questionToken !== undefined;

const literalOf = (node: ts.TypeNode): ts.TypeLiteralNode | undefined => {
  const nodes = ts.isUnionTypeNode(node) ? node.types : [node];
  return nodes.flatMap((each) => (ts.isTypeLiteralNode(each) ? [each] : []))[0];
};

const nullable = (node: ts.TypeNode | undefined): boolean => node !== undefined && ts.isUnionTypeNode(node);
