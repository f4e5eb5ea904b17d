-- Why:      prices of tokens and forecasts of prediction markets are inputs of figures where an editor declares nothing
--           (docs/decisions/0035). What sources stated last is stored as an input; what figures are computed from is in the
--           log, as the entity `market`.
-- Locks:    drops (SHARE ROW EXCLUSIVE, by the foreign key) and polls, while each drop with a token and without a declared
--           price gets one.
-- Roll-out: before the workers that observe prices. Former API instances publish the figures that follow from observations,
--           but their explanations and checks lack the observed values.
-- Way back: DROP TABLE observations, DELETE FROM polls WHERE source = 'prices'. Revisions of the entity stay; former releases
--           ignore them.

CREATE TABLE observations (
  drop_id     text           NOT NULL,
  kind        text           NOT NULL CHECK (kind IN ('price_usd', 'fdv_usd', 'probability')),
  value       jsonb          NOT NULL,
  token       text           CHECK (length(token) <= 200),
  url         text           CHECK (length(url) <= 500),
  observed_at timestamptz(3) NOT NULL,
  CONSTRAINT observations_pkey PRIMARY KEY (drop_id, kind),
  CONSTRAINT observations_token_of_price_check CHECK ((token IS NOT NULL) = (kind = 'price_usd')),
  CONSTRAINT observations_drop_id_fkey FOREIGN KEY (drop_id) REFERENCES drops (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- Drops of later files get their polls with them.
INSERT INTO polls (drop_id, source, query, due_at)
SELECT id, 'prices', definition #> '{token,address,value}', clock_timestamp() FROM drops
WHERE archived_at IS NULL AND jsonb_typeof(definition #> '{token,address,value}') = 'string'
  AND coalesce(jsonb_typeof(definition #> '{value,priceUsd}'), 'null') = 'null';
