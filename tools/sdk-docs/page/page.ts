import ts from 'typescript';
import type { Exported } from '../sources/exports';
import { commentOf } from './comment';
import { type Exports, readExports, type Section, sectionOf } from './entry';
import { anchorOf, paragraphs, TypeLinks } from './markdown';
import { fieldTable, headingOf, Members } from './members';

const SECTIONS: readonly (readonly [Section, string, string])[] = [
  ['client', 'Client and calls', ''],
  ['functions', 'Functions', 'None of them sends anything.'],
  ['errors', 'Errors', 'All that is thrown is a `DroptrackError`. Branch on `code`.'],
  ['results', 'What calls take and give', ''],
  ['data', 'Data', 'As it crosses the wire: names in snake case, times as RFC 3339 texts.'],
  ['values', 'Values', 'What a member can have for a value, to be looped over; and limits.'],
];

/** The page of everything that the package exports, as Markdown that is not laid out yet. */
export function renderPage(program: ts.Program): string {
  return new Page(readExports(program)).text();
}

class Page {
  readonly #members: Members;
  readonly #links: TypeLinks;
  constructor(private readonly exports: Exports) {
    const anchors = exports.all.map(({ name }): [string, string] => [name, this.#anchorOf(name)]);
    this.#links = new TypeLinks(new Map(anchors));
    this.#members = new Members(exports.checker, this.#links);
  }

  text(): string {
    const sections = SECTIONS.map(([section, title, lead]) => ({ section, title, lead, own: this.#of(section) }));
    return paragraphs([
      '# Everything that `@droptrack/sdk` exports',
      '<!-- Written by `npm run sdk:api` from the comments in the sources. -->',
      'How to begin is told in the [README](README.md). In the examples `client` is a `Droptrack`.',
      ...sections.map(({ section, title, own }) => this.#contents(section, title, own)),
      ...sections.map(({ section, title, lead, own }) =>
        paragraphs([
          `## ${title}`,
          lead,
          ...(section === 'client' ? [this.#client()] : own.map((exported) => this.#entry(exported))),
        ]),
      ),
    ]);
  }

  #of(section: Section): Exported[] {
    return this.exports.all.filter((exported) => sectionOf(exported, this.exports) === section);
  }

  /** As GitHub makes it from the heading. */
  #anchorOf(name: string): string {
    const exported = this.exports.all.find((each) => each.name === name)?.declaration;
    if (exported !== undefined && ts.isFunctionDeclaration(exported)) return anchorOf(headingOf(name, exported));
    const resource = this.exports.resources.find(({ exported }) => exported.name === name);
    return resource === undefined ? name.toLowerCase() : `client${resource.name}`;
  }

  #contents(section: Section, title: string, own: readonly Exported[]): string {
    const { client, resources } = this.exports;
    const names =
      section === 'client'
        ? [client.name, ...resources.map(({ exported }) => exported.name)]
        : own.map(({ name }) => name);
    return `**${title}**: ${names.map((name) => `[\`${name}\`](#${this.#anchorOf(name)})`).join(', ')}`;
  }

  #client(): string {
    const { client, resources } = this.exports;
    const constructors = classOf(client).members.filter(ts.isConstructorDeclaration);
    return paragraphs([
      `### ${client.name}`,
      this.#prose(client),
      ...constructors.map((each) => this.#members.callable('####', each, `new ${client.name}`)),
      this.#members.ofClass(classOf(client), '####', 'client'),
      ...resources.map(({ name, exported }) =>
        paragraphs([
          `### client.${name}`,
          this.#prose(exported),
          this.#members.ofClass(classOf(exported), '####', `client.${name}`),
        ]),
      ),
    ]);
  }

  #entry(exported: Exported): string {
    const { name, declaration } = exported;
    if (ts.isFunctionDeclaration(declaration)) {
      return this.#members.callable('###', declaration, name);
    }
    const head = [`### ${name}`, this.#prose(exported)];
    if (ts.isClassDeclaration(declaration)) {
      return paragraphs([
        ...head,
        this.#basesOf(declaration),
        this.#members.ofClass(declaration, '####', nounOf(name)),
      ]);
    }
    if (ts.isInterfaceDeclaration(declaration)) {
      const fields = this.#members.fields([...declaration.members]);
      return paragraphs([...head, this.#basesOf(declaration), fieldTable(fields), this.#methods(declaration)]);
    }
    return paragraphs([...head, this.#shape(exported)]);
  }

  #prose({ symbol }: Exported): string {
    return this.#members.prose(commentOf(symbol, this.exports.checker));
  }

  #basesOf({ heritageClauses }: ts.ClassDeclaration | ts.InterfaceDeclaration): string {
    const bases = [...(heritageClauses ?? [])]
      .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      .flatMap(({ types }) => types.map((type) => this.#links.linked(type.getText())));
    return bases.length === 0 ? '' : `Has all that ${bases.join(' and ')} has.`;
  }

  #methods({ members, name }: ts.InterfaceDeclaration): string {
    return paragraphs(
      members
        .filter(ts.isMethodSignature)
        .map((method) => this.#members.callable('####', method, `${nounOf(name.text)}.${method.name.getText()}`)),
    );
  }

  /** An alias or a constant: its members where it has some, else its values. */
  #shape({ declaration, symbol }: Exported): string {
    if (ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)) {
      return fieldTable(this.#members.fields([...declaration.type.members]));
    }
    const { checker } = this.exports;
    if (ts.isTypeAliasDeclaration(declaration) && !isIndexed(declaration.type))
      return this.#links.linked(declaration.type.getText().replace(/^\|\s*/, ''));
    const isType = ts.isTypeAliasDeclaration(declaration);
    const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
    const flags =
      ts.TypeFormatFlags.NoTruncation |
      ts.TypeFormatFlags.InTypeAlias |
      ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
    return `\`${checker.typeToString(type, undefined, flags)}\``;
  }
}

/** Aliases of the values of a constant tell nothing as they are written. */
const isIndexed = (node: ts.TypeNode): boolean => /\btypeof\b/.test(node.getText());

function classOf({ declaration, name }: Exported): ts.ClassDeclaration {
  if (ts.isClassDeclaration(declaration)) return declaration;
  throw new TypeError(`${name} is no class`);
}

/** How examples would call one: `page` for a ListPage. */
const nounOf = (name: string): string => /[A-Z][a-z]+$/.exec(name)?.[0]?.toLowerCase() ?? name;
