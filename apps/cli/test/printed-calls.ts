/** Example call that `up` prints, to be pasted into a shell. */
export interface PrintedCall {
  readonly url: string;
  readonly init: RequestInit;
}

/** Parses the calls of an announcement. Fails for a line that begins with curl and has an unknown form. */
export function printedCalls(said: string): PrintedCall[] {
  return [...said.matchAll(/^ +curl (.*)$/gm)].map(([line, rest = '']) => {
    const words = /^(?<headers>(?:-H "[^"]+" )+)(?:-d '(?<body>[^']+)' )?"(?<url>[^"]+)"$/.exec(rest)?.groups;
    if (words === undefined) throw new Error(`Not a call that can be pasted: ${line}`);
    const headers = [...(words['headers'] ?? '').matchAll(/-H "([\w-]+): ([^"]+)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const { body } = words;
    return { url: words['url'] ?? '', init: { headers, ...(body === undefined ? {} : { method: 'POST', body }) } };
  });
}
