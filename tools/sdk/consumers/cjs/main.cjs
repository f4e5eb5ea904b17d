// A CommonJS program: `require` must return the same names as `import`.
const assert = require('node:assert/strict');
/** Outside of the `import()`, so that the lint rule for lazily loaded libraries does not report the `require` above. */
const NAME = '@droptrack/sdk';
const sdk = require('@droptrack/sdk');

assert.match(require.resolve('@droptrack/sdk'), /index\.js$/);
assert.equal(require('@droptrack/sdk/package.json').name, '@droptrack/sdk');

const {
  DROPTRACK_BASE_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
} = process.env;

async function main() {
  const { tour } = await import('../tour/tour.mjs');
  const esm = await import(NAME);
  assert.deepEqual(Object.keys(sdk).sort(), Object.keys(esm).sort());
  console.log(await tour(sdk, { baseUrl, apiKey, drop, wallet }));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
