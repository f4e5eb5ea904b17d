// Creates a calendar of claims, to which calendar apps can subscribe, and prints its address.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx calendar-feed.mts [drop …]
import { argv } from 'node:process';
import { ApiError, Droptrack } from '@droptrack/sdk';

const client = new Droptrack();
const drops = argv.length > 2 ? argv.slice(2) : null;

try {
  // Reminders come a day before a claim opens, and a day before it closes.
  const { url, webcal_url } = await client.calendars.create({ name: 'Claims', types: ['claim'], drops, remind: 'P1D' });
  // The API returns the address only once. Anyone who knows it can read the calendar.
  console.log(`Add this address in your calendar app: ${url}`);
  console.log(`Or open it on this device: ${webcal_url}`);
} catch (error) {
  if (!(error instanceof ApiError && error.code === 'validation_failed')) throw error;
  console.error(error.message);
}
