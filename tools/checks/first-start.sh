#!/usr/bin/env bash
# What a newcomer does: clone, `npm ci && npm start`, paste the printed curl lines; stop; start again. In a path with a
# space, on free ports. Fails when a step does not do what the README says, or when something is left running.
set -euo pipefail
# Jobs get process groups of their own, so that Ctrl-C can be sent as a terminal would.
set -m
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
clone="$folder/a clone"
service=''
finish() {
  if [ -n "$service" ] && kill -0 "$service" 2>/dev/null; then stop; fi
  rm -rf "$folder"
}
trap finish EXIT

git clone --quiet "$root" "$clone"
cd "$clone"
npm ci --silent --no-progress </dev/null
PORT=$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
export PORT METRICS_PORT=0
unset DATABASE_URL NODE_ENV DROPTRACK_HOME PUBLIC_URL HOST || true

start() { # log file
  local began=$SECONDS
  npm start >"$1" 2>&1 </dev/null &
  service=$!
  until curl -fsS "http://127.0.0.1:$PORT/readyz" >/dev/null 2>&1 && grep -q '^ *curl ' "$1"; do
    if ! kill -0 "$service" 2>/dev/null || [ $((SECONDS - began)) -gt 120 ]; then
      cat "$1"
      echo 'the service did not come up'
      exit 1
    fi
    sleep 0.2
  done
  echo "up after $((SECONDS - began)) s"
}
stop() {
  kill -INT -- "-$service" || true
  for _ in $(seq 150); do
    kill -0 "$service" 2>/dev/null || break
    sleep 0.1
  done
  if kill -0 "$service" 2>/dev/null; then
    kill -KILL -- "-$service"
    echo 'did not stop within 15 s'
    exit 1
  fi
  service=''
  if curl -fsS "http://127.0.0.1:$PORT/healthz" >/dev/null 2>&1; then echo 'still answering after the stop'; exit 1; fi
}

start "$folder/first.log"
cat "$folder/first.log"
grep '^ *curl ' "$folder/first.log" | while read -r line; do
  echo "+ ${line##* }"
  bash -c "${line/curl/curl -fsS}" </dev/null >"$folder/answer"
  node -e 'const a=JSON.parse(require("fs").readFileSync(process.argv[1]));if(a.data&&a.data.length===0)throw new Error("an empty list")' "$folder/answer"
done
keys=$(cat .droptrack/demo-keys.json)
stop
start "$folder/second.log"
[ "$keys" = "$(cat .droptrack/demo-keys.json)" ] || { echo 'the second start made other keys'; exit 1; }
curl -fsS -H "Authorization: Bearer $(node -p 'JSON.parse(require("fs").readFileSync(".droptrack/demo-keys.json")).free')" \
  "http://127.0.0.1:$PORT/v1/drops?limit=1" >/dev/null
stop
echo 'first start: ok'
