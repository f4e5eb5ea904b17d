// Types of the package, referenced here so that importers of this file have them as well.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a declaration cannot be imported
/// <reference path="./dns2.d.ts" />
import dns2 from 'dns2';

/** Records of a name. IPv6 addresses in hexadecimal only: `::ffff:a00:1`. */
export interface NameAnswer {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  /** Target of a CNAME; the addresses are those of the target. */
  readonly cname?: string;
  /** Never responds to queries for IPv6. */
  readonly isSilentForSix?: boolean;
}

/** Fake name server on loopback. */
export interface NameServer {
  /** Address and port. */
  readonly address: string;
  /** All queries so far, such as `A hooks.example`. */
  readonly asked: readonly string[];
  /** Sets the response for a name. `silent`: no response. `failing`: SERVFAIL. A function is called per pair of queries. */
  answer(name: string, answer: NameAnswer | 'silent' | 'failing' | (() => NameAnswer)): void;
  close(): Promise<void>;
}

/** For tests that count queries: none is repeated because this process was paused. */
export const SINGLE_QUERY = { timeout: 30_000, tries: 1 };

const { Packet } = dns2;
/** Long, so that a client with a cache is detected. */
const TTL_SECONDS = 300;
const RCODE = { failure: 2, noSuchName: 3 };

/** Starts a name server on a free port. Names without a response do not exist. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, NameAnswer | 'silent' | 'failing' | (() => NameAnswer)>();
  const asked: string[] = [];
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const [question] = request.questions;
      if (question === undefined) return;
      const isSix = question.type === Packet.TYPE.AAAA;
      asked.push(`${isSix ? 'AAAA' : 'A'} ${question.name}`);
      const records = names.get(question.name);
      if (records === 'silent') return;
      const answer = typeof records === 'function' ? records() : records;
      if (typeof answer === 'object' && answer.isSilentForSix === true && isSix) return;
      const response = Packet.createResponseFromRequest(request);
      if (answer === undefined) response.header.rcode = RCODE.noSuchName;
      else if (answer === 'failing') response.header.rcode = RCODE.failure;
      else response.answers.push(...answers(question, answer, isSix));
      send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  return {
    address: `127.0.0.1:${udp.port}`,
    asked,
    answer: (name, answer) => void names.set(name, answer),
    close: () => server.close(),
  };
}

function answers({ name }: { name: string }, { a = [], aaaa = [], cname }: NameAnswer, isSix: boolean) {
  const record = { class: Packet.CLASS.IN, ttl: TTL_SECONDS };
  const type = isSix ? Packet.TYPE.AAAA : Packet.TYPE.A;
  const addresses = (isSix ? aaaa : a).map((address) => ({ ...record, name: cname ?? name, type, address }));
  return cname === undefined ? addresses : [{ ...record, name, type: Packet.TYPE.CNAME, domain: cname }, ...addresses];
}
