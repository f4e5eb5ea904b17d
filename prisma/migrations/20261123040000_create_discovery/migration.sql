-- Why:      drops that finders see enter by themselves: sightings are stored as their sources described them, candidates
--           collect the sightings of one drop for the review by an operator, and lists of campaigns are checked against the
--           root on their chain (docs/discovery.md). All are inputs: nothing is published before a candidate is accepted.
-- Locks:    none on existing rows; creates four tables.
-- Roll-out: before the workers that run finders. Former workers ignore the tables.
-- Way back: DROP the four tables. Accepted drops stay; what was seen is found again, decisions are lost.

CREATE TABLE finders (
  id           text           NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  source       text           NOT NULL CHECK (length(source) BETWEEN 1 AND 32),
  off_reason   text,
  memory       json,
  since        timestamptz(3),
  due_at       timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  leases       bigint         NOT NULL DEFAULT 0,
  failures     integer        NOT NULL DEFAULT 0 CHECK (failures >= 0),
  answered_at  timestamptz(3),
  failed_at    timestamptz(3),
  failure_kind text,
  failure      text           CHECK (length(failure) <= 500),
  held_back    jsonb          NOT NULL DEFAULT '[]',
  seen_at      timestamptz(3) NOT NULL,
  CONSTRAINT finders_pkey PRIMARY KEY (id)
);

CREATE TABLE candidates (
  id          serial         NOT NULL,
  source      text           NOT NULL CHECK (length(source) BETWEEN 1 AND 32),
  state       text           NOT NULL CHECK (state IN ('new', 'watched', 'accepted', 'rejected', 'merged')),
  reason      text           CHECK (length(reason) <= 500),
  decided_by  text           CHECK (length(decided_by) <= 100),
  decided_at  timestamptz(3),
  name        text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  merged_into integer,
  drop_id     text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  CONSTRAINT candidates_pkey PRIMARY KEY (id),
  CONSTRAINT candidates_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES candidates (id)
    ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT candidates_merged_check CHECK ((state = 'merged') = (merged_into IS NOT NULL) AND merged_into <> id),
  CONSTRAINT candidates_accepted_check CHECK ((state = 'accepted') = (drop_id IS NOT NULL))
);
CREATE INDEX candidates_state_id_idx ON candidates (state, id);
CREATE INDEX candidates_source_created_at_idx ON candidates (source, created_at);
CREATE INDEX candidates_drop_id_idx ON candidates (drop_id);

CREATE TABLE sightings (
  source        text           NOT NULL CHECK (length(source) BETWEEN 1 AND 32),
  external_id   text           NOT NULL CHECK (external_id ~ '^[\x21-\x7e]{1,200}$'),
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at  timestamptz(3) NOT NULL,
  gone_at       timestamptz(3),
  body          jsonb          NOT NULL,
  sha256        bytea          NOT NULL CHECK (length(sha256) = 32),
  token         text,
  contract      text,
  defillama     text,
  market        text,
  spam          real           NOT NULL CHECK (spam BETWEEN 0 AND 1),
  candidate_id  integer,
  CONSTRAINT sightings_pkey PRIMARY KEY (source, external_id),
  CONSTRAINT sightings_candidate_id_fkey FOREIGN KEY (candidate_id) REFERENCES candidates (id)
    ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX sightings_candidate_id_idx ON sightings (candidate_id);
CREATE INDEX sightings_held_back_idx ON sightings (source, spam, first_seen_at) WHERE candidate_id IS NULL;
CREATE INDEX sightings_token_idx ON sightings (token);
CREATE INDEX sightings_contract_idx ON sightings (contract);
CREATE INDEX sightings_defillama_idx ON sightings (defillama);
CREATE INDEX sightings_market_idx ON sightings (market);

CREATE TABLE campaign_lists (
  contract   text           NOT NULL,
  state      text           NOT NULL CHECK (state IN ('pending', 'verified', 'loaded', 'rejected', 'unavailable')),
  reason     text           CHECK (length(reason) <= 500),
  wallets    integer,
  total      numeric(78, 0),
  sha256     text           CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  balance    numeric(78, 0),
  unclaimed  numeric(78, 0),
  checked_at timestamptz(3),
  due_at     timestamptz(3),
  leases     bigint         NOT NULL DEFAULT 0,
  failures   integer        NOT NULL DEFAULT 0 CHECK (failures >= 0),
  CONSTRAINT campaign_lists_pkey PRIMARY KEY (contract)
);
CREATE INDEX campaign_lists_due_at_idx ON campaign_lists (due_at);
