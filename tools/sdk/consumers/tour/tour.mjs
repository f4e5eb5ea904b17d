// Steps that every consumer without types performs with the package. They use no API of Node or of browsers, because
// they run in both and in workerd.

function expectThat(isTrue, expectation) {
  if (!isTrue) throw new Error(`expected that ${expectation}`);
}

async function failureOf(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('expected that the call fails');
}

async function walkDrops(client) {
  const first = await client.drops.list({ limit: 40 });
  expectThat(first.data.length === 40 && first.has_more, 'the first page is full, and not the last');
  const ids = [];
  for await (const drop of client.drops.list({ limit: 40 })) ids.push(drop.id);
  expectThat(
    ids.length > 40 && new Set(ids).size === ids.length,
    'the iteration covers several pages and returns each drop once',
  );
  return ids;
}

async function walkCalendar(client) {
  const starts = [];
  for await (const { starts_at } of client.calendar.list({ limit: 25 })) starts.push(Date.parse(starts_at));
  expectThat(starts.length > 25, 'the calendar has several pages');
  expectThat(
    starts.every((at, index) => index === 0 || starts[index - 1] <= at),
    'the calendar is in order',
  );
  return starts;
}

async function checkWallet(client, { drop, wallet }) {
  const { data, status, requestId, rateLimit } = await client.eligibility.check({ drop, wallet }).withResponse();
  expectThat(
    status === 200 && typeof requestId === 'string' && rateLimit.remaining > 0,
    'a response has its status and headers',
  );
  expectThat(
    data.status === 'eligible' && /^[0-9]+$/.test(data.allocation.amount),
    'the wallet of the example is eligible',
  );
}

/** A leaf of a tree made by @openzeppelin/merkle-tree; the lists of the demo have no proofs. */
const PROVEN = {
  format: 'openzeppelin',
  wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  amount: '1500000000000000000000',
  root: '0x319c4c1b46696d8759508ff440f17fe91a370090e73ff625f79ddc306cb7998e',
  index: null,
  proof: [
    '0x60c1ea95873c77c6a99f512d1a2311e0d40aa7930b5f7a9dcdc1ff2f682a3653',
    '0x8389c7d177c02e9e1ab42893d2dd030ae91f84e6a5cd0692becba30f5270a11c',
  ],
};

function checkProof(sdk) {
  expectThat(sdk.verifyProof(PROVEN), 'a valid proof is accepted');
  expectThat(
    !sdk.verifyProof({ ...PROVEN, amount: '1500000000000000000001' }),
    'a proof of another amount is rejected',
  );
}

/** A list whose rows have proofs, as the service would return it. */
const PROVEN_RANGE = {
  drop: 'linea',
  wallet_type: 'evm',
  prefix: 'd8d',
  lists: [
    {
      list: null,
      matching: 1,
      source: {},
      data: [
        {
          wallet: PROVEN.wallet,
          amount: PROVEN.amount,
          index: null,
          breakdown: [],
          proof: { ...PROVEN, root_published: true },
        },
      ],
    },
  ],
};

/** The code of private checks is loaded by the first one, which every runtime and bundler does in its own way. */
async function checkPrivately(sdk, client, { drop, wallet, options }) {
  const real = await client.eligibility.checkPrivately({ drop, wallet });
  const { allocation } = await client.eligibility.check({ drop, wallet });
  expectThat(
    real.listed && real.amount === allocation.amount && real.prefix.length < 6,
    'a private check finds the allocation',
  );
  const check = { drop: 'linea', wallet: PROVEN.wallet };
  const offline = (range) =>
    new sdk.Droptrack({
      ...options,
      apiKey: 'none',
      baseUrl: 'http://localhost',
      fetch: async () => new Response(JSON.stringify(range)),
    }).eligibility;
  const proven = await offline(PROVEN_RANGE).checkPrivately(check, { roots: [PROVEN.root] });
  expectThat(proven.proof_state === 'verified' && proven.amount === PROVEN.amount, 'a private check verifies a proof');
  const { proof_state: state } = await offline(PROVEN_RANGE).checkPrivately(check);
  expectThat(state === 'consistent', 'a private check verifies nothing by a root that only the service states');
  const forged = JSON.parse(JSON.stringify(PROVEN_RANGE).replace(PROVEN.amount, '1'));
  const failure = await failureOf(offline(forged).checkPrivately(check));
  expectThat(failure instanceof sdk.InvalidProofError, 'a private check rejects a forged amount');
  const usage = await failureOf(client.eligibility.checkPrivately({ drop, wallet: 'none' }));
  expectThat(usage instanceof sdk.UsageError, 'a private check rejects an invalid wallet');
}

async function checkSeries(sdk, client, drop) {
  const series = await client.drops.hype(drop, { window: '24h' });
  const verdict = sdk.verifySeries(series);
  expectThat(verdict.matches && verdict.checked > 0, 'the series matches the public rules');
  const forged = { ...series, data: series.data.map((point) => ({ ...point, score: (point.score ?? 0) + 7 })) };
  expectThat(!sdk.verifySeries(forged).matches, 'a forged series is detected');
  return verdict.checked;
}

async function checkWebhook(sdk) {
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
  const { body, headers } = sdk.signTestWebhook({ type: 'drop.status_changed' }, secret);
  expectThat(sdk.verifyWebhook(body, headers, secret).type === 'drop.status_changed', 'a signed webhook is accepted');
  const failure = await failureOf((async () => sdk.verifyWebhook(`${body} `, headers, secret))());
  expectThat(failure instanceof sdk.DroptrackError, 'a forged webhook is rejected');
}

/** Configuration of a client: hooks, log, cache, and requests without a method. */
async function checkCore(sdk, { baseUrl, apiKey, drop, options }) {
  const seen = [];
  const see = (given) => void seen.push(given);
  const client = new sdk.Droptrack({
    apiKey,
    baseUrl,
    cache: new sdk.ResponseCache(),
    logLevel: 'debug',
    logger: { debug: see, info: see, warn: see, error: see },
    onResponse: see,
    ...options,
  });
  // The data can change between two requests.
  for (let call = 0; call < 5 && !seen.some(({ status }) => status === 304); call += 1) {
    expectThat((await client.drops.explain(drop)).drop === drop, 'a response from the cache is complete');
  }
  expectThat(
    seen.some(({ status, path }) => status === 304 && path === `/v1/drops/${drop}/explain`),
    'the API confirms a stored response',
  );
  const page = await client.request('GET', '/v1/drops', { query: { limit: 2 } });
  expectThat(page.data.length === 2, 'a request without a method returns its data');
  expectThat(!JSON.stringify(seen).includes(apiKey), 'the key appears in no log line and no hook');
}

/** Returns a summary of the received data; throws if an expectation fails. */
export async function tour(sdk, { baseUrl, apiKey, drop, wallet, options = {} }) {
  const client = new sdk.Droptrack({ apiKey, baseUrl, ...options });
  const drops = await walkDrops(client);
  expectThat((await client.drops.get(drop)).id === drop, 'a drop is returned by its id');
  const events = await walkCalendar(client);
  await checkCore(sdk, { baseUrl, apiKey, drop, options });
  await checkWallet(client, { drop, wallet });
  await checkPrivately(sdk, client, { drop, wallet, options });
  checkProof(sdk);
  const points = await checkSeries(sdk, client, drop);
  const failure = await failureOf(client.drops.get('no-such-drop'));
  expectThat(
    failure instanceof sdk.NotFoundError && failure.code === 'drop_not_found',
    'an unknown drop is a NotFoundError',
  );
  expectThat(
    !JSON.stringify([client, failure, String(failure)]).includes(apiKey),
    'the key appears in no error or object',
  );
  await checkWebhook(sdk);
  return `${drops.length} drops, ${events.length} events, ${points} points`;
}
