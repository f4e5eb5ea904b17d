// Follows the drops of a status on the live stream: prints how many there are, and then each change.
// DROPTRACK_API_KEY=dtk_… DROPTRACK_BASE_URL=http://localhost:3000 npx tsx follow-drops.mts live [steps]
import { argv } from 'node:process';
import { Droptrack, type DropStatus } from '@droptrack/sdk';

const client = new Droptrack();
const [status = 'live', steps = 'Infinity'] = argv.slice(2);

let step = 0;
for await (const update of client.drops.follow({ status: status as DropStatus })) {
  switch (update.type) {
    case 'listed':
      console.log(`${update.drops.size} drops are ${status}, as of ${update.as_of}`);
      break;
    case 'changed':
      console.log(`${update.drop.name} changed: ${Object.keys(update.event.data.previous).join(', ') || 'it is new'}`);
      break;
    case 'removed':
      console.log(`${update.drop.name} is no longer ${status}`);
      break;
    case 'position':
      console.log(`${update.drops.size} drops are ${status}, without another change up to ${update.as_of}`);
  }
  step += 1;
  if (step >= Number(steps)) break;
}
