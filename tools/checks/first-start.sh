#!/usr/bin/env bash
# What a newcomer does: clone, `npm ci && npm start`, paste the printed curl lines, look at each of the five resources;
# stop; start again. In a path with a space, on free ports. Fails when a step does not do what the README says, or when
# something is left running.
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
export PORT METRICS_PORT=0 WORKER_METRICS_PORT=0
unset DATABASE_URL NODE_ENV DROPTRACK_HOME DROPTRACK_DEMO PUBLIC_URL HOST || true

start() { # log file
  local began=$SECONDS
  npm start >"$1" 2>&1 </dev/null &
  service=$!
  until curl -fsS "http://127.0.0.1:$PORT/readyz" >/dev/null 2>&1 && grep -q '^ *curl ' "$1"; do
    if ! kill -0 "$service" 2>/dev/null || [ $((SECONDS - began)) -gt 900 ]; then
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
  for _ in $(seq 600); do
    kill -0 "$service" 2>/dev/null || break
    sleep 0.1
  done
  if kill -0 "$service" 2>/dev/null; then
    kill -KILL -- "-$service"
    echo 'did not stop within a minute'
    exit 1
  fi
  service=''
  if curl -fsS "http://127.0.0.1:$PORT/healthz" >/dev/null 2>&1; then echo 'still answering after the stop'; exit 1; fi
}

key() { # plan
  node -p 'JSON.parse(require("fs").readFileSync(".droptrack/demo-keys.json"))[process.argv[1]]' "$1"
}
ask() { # plan, path, more of curl's arguments
  local plan=$1 path=$2
  shift 2
  curl -fsS -H "Authorization: Bearer $(key "$plan")" "$@" "http://127.0.0.1:$PORT$path" >"$folder/answer"
}
check() { # drop, wallet
  ask pro /v1/eligibility -H 'Content-Type: application/json' -d "{\"drop\":\"$1\",\"wallet\":\"$2\"}"
}
answer() { # JavaScript over the last answer, a
  node -p 'new Function("a", "return " + process.argv[2])(JSON.parse(require("fs").readFileSync(process.argv[1])))' \
    "$folder/answer" "$1"
}
holds() { # what, JavaScript over the last answer, a
  if [ "$(answer "$2")" != true ]; then
    echo "not so: $1"
    cut -c 1-2000 "$folder/answer"
    exit 1
  fi
  echo "ok: $1"
}

# The worker writes a bucket's point some seconds after the bucket has begun: until then the last one may lack it.
ask_whole_series() { # window
  local left=60 lacks_last='a.data.filter((point) => point.score === null).length === 1 && a.data.at(-1).score === null'
  ask free "/v1/drops/$example/hype?window=$1"
  while [ "$left" -gt 0 ] && [ "$(answer "$lacks_last")" = true ]; do
    sleep 1
    left=$((left - 1))
    ask free "/v1/drops/$example/hype?window=$1"
  done
}

start "$folder/first.log"
cat "$folder/first.log"
grep '^ *curl ' "$folder/first.log" | while read -r line; do
  echo "+ ${line##* }"
  bash -c "${line/curl/curl -fsS}" </dev/null >"$folder/answer"
  node -e 'const a=JSON.parse(require("fs").readFileSync(process.argv[1]));if(a.data&&a.data.length===0)throw new Error("an empty list")' "$folder/answer"
done

# By now nobody has waited a minute: a free key sees the first load all the same, as it is dated back.
for status in live upcoming tge; do
  ask free "/v1/drops?status=$status&limit=100"
  holds "a free key sees drops that are $status" 'a.data.length > 0'
  declare "$status=$(answer 'a.data.map((drop) => drop.id).join(" ")')"
done
ask free '/v1/calendar?limit=1'
holds 'the calendar has days to come' 'Date.parse(a.data[0].starts_at) > Date.now() - 86400000'

call=$(grep '/v1/eligibility"$' "$folder/first.log")
example=$(sed -E 's/.*"drop":"([^"]+)".*/\1/' <<<"$call")
wallet=$(sed -E 's/.*"wallet":"([^"]+)".*/\1/' <<<"$call")
for window in 24h 7d 30d; do
  ask_whole_series "$window"
  holds "the series of $window has a point in each bucket" 'a.data.every((point) => point.score !== null)'
  holds "its contributions add up" 'a.data.every((point) =>
    Math.abs(Object.values(point.signals).reduce((sum, signal) => sum + signal.contribution, point.prior) - point.score) < 0.5 + 1e-9)'
done
cp "$folder/answer" "$folder/series"
ask free "/v1/drops/$example/explain"
holds 'what is made up says so' 'a.sample === true'

nobody=0x000000000000000000000000000000000000dead
check "$example" "$wallet"
holds "$wallet is eligible for $example" 'a.status === "eligible" && /^[0-9]+$/.test(a.allocation.amount)'
check "$example" "$nobody"
holds "$nobody is ineligible" 'a.status === "ineligible" && a.eligible === false'
some() { # status of a check, drops to try
  local wanted=$1 drop
  shift
  for drop in "$@"; do
    check "$drop" "$nobody"
    if [ "$(answer a.status)" = "$wanted" ]; then
      echo "ok: $nobody is $wanted for $drop"
      return
    fi
  done
  echo "no drop whose check is $wanted"
  exit 1
}
# shellcheck disable=SC2086,SC2154
some pending $upcoming
# shellcheck disable=SC2086,SC2154
some unknown $tge
curl -fsS "http://127.0.0.1:$PORT/docs" >/dev/null

keys=$(cat .droptrack/demo-keys.json)
stop
start "$folder/second.log"
[ "$keys" = "$(cat .droptrack/demo-keys.json)" ] || { echo 'the second start made other keys'; exit 1; }
ask free "/v1/drops/$example/hype?window=30d"
first=$(answer 'JSON.stringify(a.data.slice(1))')
cp "$folder/series" "$folder/answer"
# Unless midnight came in between, the same days show the same points.
[ "$first" = "$(answer 'JSON.stringify(a.data.slice(1))')" ] || [ "$(date -u +%H)" = 00 ] || { echo 'the second start shows another past'; exit 1; }
stop
echo 'first start: ok'
