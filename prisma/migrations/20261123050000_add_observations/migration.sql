-- Why:      prices of tokens and forecasts of prediction markets are inputs of figures where an editor declares nothing
--           (docs/decisions/0035). What sources stated last is stored as an input; what figures are computed from is in the
--           log, as the entity `market`.
-- Locks:    revisions (ACCESS EXCLUSIVE) for a moment: its new CHECK allows more than the former, so that no row is read for
--           it (NOT VALID). Creates a table.
-- Roll-out: before the workers that observe prices, and after the API: a former API ignores the new entity in the views,
--           and its explanations lack the observed values.
-- Way back: DROP TABLE observations. Revisions of the entity stay; former releases ignore them.

CREATE TABLE observations (
  drop_id     text           NOT NULL,
  kind        text           NOT NULL CHECK (kind IN ('price_usd', 'fdv_usd', 'probability')),
  value       jsonb          NOT NULL,
  token       text           CHECK (length(token) <= 200),
  url         text           CHECK (length(url) <= 500),
  observed_at timestamptz(3) NOT NULL,
  CONSTRAINT observations_pkey PRIMARY KEY (drop_id, kind),
  CONSTRAINT observations_token_check CHECK ((token IS NOT NULL) = (kind = 'price_usd')),
  CONSTRAINT observations_drop_id_fkey FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

ALTER TABLE revisions DROP CONSTRAINT revisions_entity_check, ADD CONSTRAINT revisions_entity_check
  CHECK (entity IN ('drop', 'calendar_event', 'list', 'definition', 'market', 'moment')) NOT VALID;
