-- Which claim of an identity provider decides the membership of which groups. No row: none.
CREATE TABLE provider_groups (
  provider TEXT PRIMARY KEY, -- the key of a provider of the realm or of the deployment
  issuer TEXT NOT NULL, -- the claim counts only while the provider has this issuer
  claim TEXT NOT NULL,
  scope TEXT NOT NULL, -- asked for at a login besides the usual ones; '' for none
  groups TEXT NOT NULL -- a JSON array of ClaimedGroup
) STRICT, WITHOUT ROWID;
