import type { Guest } from './guest';

/** Clients of the load, each with one request at a time. */
const CLIENTS = 4;
/** The outcome of a load of which each request, and at least ten, was served. */
export const ONLY_SUCCESS = /^\d{2,} 200$/;

/** Lines that wait for responses of a load. */
export const SOME_RESPONSES =
  'for i in $(seq 300); do [ "$(cat /tmp/statuses-* | wc -l)" -ge 40 ] && break; sleep 0.1; done';

/** Runs a step, and prints how long it took. */
export function timed<T>(step: string, run: () => T): T {
  const began = performance.now();
  const result = run();
  process.stderr.write(`${step}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return result;
}

/** Runs lines while clients with a key send requests through nginx. @returns the number of responses by status. */
export function underLoad(guest: Guest, step: string, lines: string): string {
  guest.run('rm -f /tmp/statuses-*; [ -s /root/key ] || droptrack keys issue --plan scale --label load > /root/key');
  const counted = timed(step, () =>
    guest.run(`
      clients=
      for client in $(seq ${CLIENTS}); do
        while :; do
          for path in drops calendar drops/linea; do
            curl --silent --insecure --output /dev/null --write-out '%{http_code}\\n' --max-time 10 \\
              --header "Authorization: Bearer $(cat /root/key)" \\
              --resolve api.example.com:443:127.0.0.1 https://api.example.com/v1/$path
          done
        done > /tmp/statuses-$client &
        clients="$clients $!"
      done
      (set -e; ${lines}) > /tmp/lines 2>&1 || { kill $clients; cat /tmp/lines; exit 1; }
      kill $clients
      cat /tmp/statuses-* | sort | uniq -c`),
  ).trim();
  process.stderr.write(`${step}, responses: ${counted}\n`);
  return counted;
}
