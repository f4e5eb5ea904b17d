import { CONNECTORS, createConnectors, prices, priceReader, readSourcesConfig } from '@droptrack/connectors';
import {
  createSourceHttp,
  type Finder,
  HostBreakers,
  settingsReader,
  type SourceDeclaration,
  SourceError,
  type SourceHttp,
  type TokenPriced,
} from '@droptrack/sources';
import { createFinders, FINDERS, readFindersConfig } from '../../src/finders';

/** Input of one reading of a source. */
export interface Question {
  readonly query: unknown;
  readonly http: SourceHttp;
  readonly nowMs: number;
}

/** A connector, the prices, or a finder, with its source at one URL. */
export interface Reader {
  /** Library and source, such as `connectors/github`, and the finder of a source with several: `finders/defillama/airdrops`. */
  readonly id: string;
  read(question: Question): Promise<Readonly<Record<string, unknown>>>;
}

/** Settings with which all requests go to a URL. The cases of Merkl are of a year. */
const settingsAt = (declarations: readonly SourceDeclaration[], url: string) => {
  const environments = declarations.map((declaration) => declaration.environmentAt(url));
  return settingsReader(Object.assign({ DISCOVERY_LOOKBACK_DAYS: '365' }, ...environments), []);
};

/** All readers, each with its source at this URL. Created for each reading, as some hold the last response. */
export function readersAt(url: string): readonly Reader[] {
  const config = readSourcesConfig(settingsAt([...CONNECTORS, prices], url));
  const connectors = createConnectors(config).on.map((connector): Reader => ({
    id: `connectors/${connector.id}`,
    read: async ({ query, http, nowMs }) => {
      const { readings } = await connector.read({ query: connector.parseQuery(query), memory: null, http, nowMs });
      return { readings };
    },
  }));
  const ofTokens: Reader = {
    id: 'connectors/prices',
    read: async ({ query, http, nowMs }) => {
      const tokens = new Map((Array.isArray(query) ? query : []).map((token) => [String(token), null]));
      const answers = [...(await priceReader(config.of.prices).read({ tokens, http, nowMs }))];
      return { prices: Object.fromEntries(answers.map(([token, answer]) => [token, priceOf(answer)])) };
    },
  };
  const finders = createFinders(readFindersConfig(settingsAt(FINDERS, url))).on.map((finder): Reader => ({
    id: `finders/${folderOf(finder)}`,
    read: async ({ http, nowMs }) => {
      const { sightings } = await finder.read({ sinceMs: null, memory: null, http, nowMs });
      return { sightings };
    },
  }));
  return [...connectors, ofTokens, ...finders];
}

const priceOf = (answer: TokenPriced | SourceError): unknown =>
  answer instanceof SourceError ? { error: answer.kind } : answer.price;

/** Sources with one finder per chain or forum have one folder; those with finders of several kinds have one for each. */
const folderOf = ({ id, source }: Finder): string => (source === 'defillama' ? id : source);

/** HTTP client as in a worker, without a limit of requests. */
export function httpAt(nowMs: number): SourceHttp {
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  return createSourceHttp({ hosts, signal: new AbortController().signal, nowMs: () => nowMs });
}
