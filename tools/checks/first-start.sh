#!/usr/bin/env bash
# Follows the README as a new user: clone, `npm ci && npm start`, run the printed curl lines, open the printed site, query each
# of the five resources, stop, start again. Uses a path with a space, and free ports. Fails if a step differs from the README, or if a
# process is still running at the end.
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
# Below the ports of outgoing connections, one of which could take it before the service listens.
PORT=$(node -e 'const a=()=>{const port=20000+Math.floor(Math.random()*12000);const s=require("net").createServer();
  s.once("error",a).listen(port,"127.0.0.1",()=>{console.log(port);s.close()})};a()')
export PORT EXPLORER_PORT=0 METRICS_PORT=0 WORKER_METRICS_PORT=0
unset EXPLORER_API_KEY EXPLORER_API_URL EXPLORER_HOST DATABASE_URL NODE_ENV DROPTRACK_HOME DROPTRACK_DEMO PUBLIC_URL HOST || true

start() { # log file
  local began=$SECONDS
  npm start >"$1" 2>&1 </dev/null &
  service=$!
  until curl -fsS "http://127.0.0.1:$PORT/readyz" >/dev/null 2>&1 && grep -q '^ *curl ' "$1"; do
    if ! kill -0 "$service" 2>/dev/null || [ $((SECONDS - began)) -gt 900 ]; then
      cat "$1"
      echo 'the service did not start'
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
  if curl -fsS "http://127.0.0.1:$PORT/healthz" >/dev/null 2>&1; then echo 'still responding after the stop'; exit 1; fi
  if [ -n "${site:-}" ] && curl -fsS "$site/healthz" >/dev/null 2>&1; then echo 'the site still responds after the stop'; exit 1; fi
}

key() { # plan
  node -p 'JSON.parse(require("fs").readFileSync(".droptrack/demo-keys.json"))[process.argv[1]]' "$1"
}
ask() { # plan, path, more of curl's arguments
  local plan=$1 path=$2
  shift 2
  curl -fsS -H "Authorization: Bearer $(key "$plan")" "$@" "http://127.0.0.1:$PORT$path" >"$folder/response"
}
check() { # drop, wallet
  ask pro /v1/eligibility -H 'Content-Type: application/json' -d "{\"drop\":\"$1\",\"wallet\":\"$2\"}"
}
response() { # JavaScript over the last response, a
  node -p 'new Function("a", "return " + process.argv[2])(JSON.parse(require("fs").readFileSync(process.argv[1])))' \
    "$folder/response" "$1"
}
expect() { # expectation, JavaScript over the last response, a
  if [ "$(response "$2")" != true ]; then
    echo "failed: $1"
    cut -c 1-2000 "$folder/response"
    exit 1
  fi
  echo "ok: $1"
}

# The worker writes the point of a bucket some seconds after the bucket has started, so the last point may be missing.
ask_whole_series() { # window
  local left=60 is_incomplete='a.data.filter((point) => point.score === null).length === 1 && a.data.at(-1).score === null'
  ask free "/v1/drops/$example/hype?window=$1"
  while [ "$left" -gt 0 ] && [ "$(response "$is_incomplete")" = true ]; do
    sleep 1
    left=$((left - 1))
    ask free "/v1/drops/$example/hype?window=$1"
  done
}

start "$folder/first.log"
cat "$folder/first.log"
grep '^ *curl ' "$folder/first.log" | while read -r line; do
  echo "+ ${line##* }"
  bash -c "${line/curl/curl -fsS}" </dev/null >"$folder/response"
  node -e 'const a=JSON.parse(require("fs").readFileSync(process.argv[1]));if(a.data&&a.data.length===0)throw new Error("empty list")' "$folder/response"
done

# The first address is that of the site.
site=$(grep -oE 'http://[^ ]+' "$folder/first.log" | head -n 1)
page=$(curl -fsS -o "$folder/page" -w '%{http_code} %{content_type}' "$site")
if [ "$page" != '200 text/html; charset=utf-8' ] || ! grep -q '<h1>' "$folder/page"; then
  echo "failed: the first printed address, $site, opens a page: $page"
  exit 1
fi
echo "ok: the first printed address, $site, opens a page"

# Less than a minute after the start, the delayed view of a free key must contain the first load, which is backdated.
for status in live upcoming tge; do
  ask free "/v1/drops?status=$status&limit=100"
  expect "a free key sees drops that are $status" 'a.data.length > 0'
  declare "$status=$(response 'a.data.map((drop) => drop.id).join(" ")')"
done
ask free '/v1/calendar?limit=1'
expect 'the calendar has future events' 'Date.parse(a.data[0].starts_at) > Date.now() - 86400000'

call=$(grep '/v1/eligibility"$' "$folder/first.log" | tail -1)
example=$(sed -E 's/.*"drop":"([^"]+)".*/\1/' <<<"$call")
wallet=$(sed -E 's/.*"wallet":"([^"]+)".*/\1/' <<<"$call")
for window in 24h 7d 30d; do
  ask_whole_series "$window"
  expect "the series of $window has a point in each bucket" 'a.data.every((point) => point.score !== null)'
  expect "its contributions add up" 'a.data.every((point) =>
    Math.abs(Object.values(point.signals).reduce((sum, signal) => sum + signal.contribution, point.prior) - point.score) < 0.5 + 1e-9)'
done
cp "$folder/response" "$folder/series"
ask free "/v1/drops/$example/explain"
expect 'sample data is marked as such' 'a.sample === true'

check lido-early-stakers 0x97960149fc611508748de01202974d372a677632
expect 'a check of a real list shows a proof that leads to its published root' 'a.eligible && a.proof.root_published'

stranger=0x000000000000000000000000000000000000dead
check "$example" "$wallet"
expect "$wallet is eligible for $example" 'a.status === "eligible" && /^[0-9]+$/.test(a.allocation.amount)'
check "$example" "$stranger"
expect "$stranger is ineligible" 'a.status === "ineligible" && a.eligible === false'
some() { # status of a check, drops to try
  local wanted=$1 drop
  shift
  for drop in "$@"; do
    check "$drop" "$stranger"
    if [ "$(response a.status)" = "$wanted" ]; then
      echo "ok: $stranger is $wanted for $drop"
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
[ "$keys" = "$(cat .droptrack/demo-keys.json)" ] || { echo 'the second start created other keys'; exit 1; }
ask free "/v1/drops/$example/hype?window=30d"
first=$(response 'JSON.stringify(a.data.slice(1))')
cp "$folder/series" "$folder/response"
# The same days must have the same points, unless midnight passed between the starts.
[ "$first" = "$(response 'JSON.stringify(a.data.slice(1))')" ] || [ "$(date -u +%H)" = 00 ] || { echo 'the second start shows other past points'; exit 1; }
stop
echo 'first start: ok'
