// Runs the compiled typed.ts: node run.mjs FILE
import { pathToFileURL } from 'node:url';

const {
  DROPTRACK_BASE_URL: baseUrl,
  DROPTRACK_API_KEY: apiKey,
  DROPTRACK_DROP: drop,
  DROPTRACK_WALLET: wallet,
} = process.env;
const { typedTour } = await import(pathToFileURL(process.argv[2]).href);
console.log(await typedTour({ baseUrl, apiKey, drop, wallet }));
