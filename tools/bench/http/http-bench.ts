import type { Catalogue, Catalogues } from '../data/catalogue';
import { fetchAnswer, headerOf } from '../load/fetch-answer';
import { askInTurn, mapped } from '../load/in-turn';
import { LoadProcess } from '../load/load-process';
import { again, askOf, type Subject } from '../load/subject';
import type { ServerProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import { rssMbHoldingBothViews } from './memory';
import { type HttpName, type MeasuredServers, reportHttp } from './report-http';
import { differentLists, LIVE_DROPS, wireRequest } from './requests';
import { assertSamePage } from './same-drops';
import { startApi, startBareServer, startConventional } from './servers';

type Subjects = Readonly<Record<HttpName, Subject>>;

/** What each of the API processes over a catalogue of its own reads. */
type Sizes = Readonly<Record<'api' | 'design' | 'large', Catalogue>>;

/**
 * Asks the API for a list over HTTP, in turn with servers that do nothing, with a
 * conventional service, and with itself over larger catalogues.
 *
 * @throws {BenchError} when anybody answers something else than expected.
 */
export async function benchHttp(context: BenchContext, catalogues: Catalogues): Promise<Measurement[]> {
  const { drops } = context.plan.http;
  const sizes: Sizes = {
    api: await catalogues.of(drops.small),
    design: await catalogues.of(drops.design),
    large: await catalogues.of(drops.large),
  };
  context.progress('Starting the servers …');
  const servers = await startServers(context, sizes);
  const fresh: (number | null)[] = [];
  for (const name of ['api', 'design', 'large'] as const) {
    fresh.push(await rssMbHoldingBothViews(servers[name], sizes[name]));
  }
  const subjects = await subjectsOf(context, servers, sizes);
  const load = await LoadProcess.start(context);
  const { warmUp, rounds } = await askInTurn(
    context,
    mapped(subjects, (subject) => askOf(context, load, subject)),
  );
  for (const name of ['api', 'conventional', 'bare'] as const) {
    assertSamePage(name, warmUp[name].body, warmUp.api.body);
  }
  const loaded = [servers.api, servers.design, servers.large].map(({ pid }) => rssMbOf(pid));
  for (const { stop } of Object.values(subjects).map(({ server }) => server)) await stop();
  await load.stop();
  return reportHttp(drops, rounds, servers, { fresh, loaded });
}

async function startServers(context: BenchContext, { api, design, large }: Sizes): Promise<MeasuredServers> {
  return {
    api: await startApi(context, api),
    // Of their own: what a process was asked before decides how fast it answers, and how much memory it holds.
    different: await startApi(context, api),
    unchanged: await startApi(context, api),
    design: await startApi(context, design),
    large: await startApi(context, large),
    conventional: await startConventional(context, api),
  };
}

/** With the bare servers, which send what the API answers now. */
async function subjectsOf(context: BenchContext, servers: MeasuredServers, sizes: Sizes): Promise<Subjects> {
  const request = wireRequest(LIVE_DROPS, sizes.api.key);
  const live = (server: ServerProcess): Subject => ({ server, requests: again(request) });
  const answer = await fetchAnswer(servers.api.port, request);
  const conditional = wireRequest(LIVE_DROPS, sizes.api.key, [`If-None-Match: ${headerOf(answer, 'etag')}`]);
  const unchanged = (server: ServerProcess): Subject => ({ server, requests: again(conditional), status: 304 });
  const notModified = await fetchAnswer(servers.unchanged.port, conditional, 304);
  return {
    bare: live(await startBareServer(context, answer)),
    api: live(servers.api),
    bareUnchanged: unchanged(await startBareServer(context, notModified)),
    unchanged: unchanged(servers.unchanged),
    different: {
      server: servers.different,
      requests: again(...differentLists().map((path) => wireRequest(path, sizes.api.key))),
    },
    design: { server: servers.design, requests: again(wireRequest(LIVE_DROPS, sizes.design.key)) },
    large: { server: servers.large, requests: again(wireRequest(LIVE_DROPS, sizes.large.key)) },
    conventional: live(servers.conventional),
  };
}
