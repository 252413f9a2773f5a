-- The identity providers that owners configured, beside those of the deployment. Their secrets are in `secrets`.
CREATE TABLE realm_providers (
  key TEXT PRIMARY KEY, -- names the provider in addresses
  kind TEXT NOT NULL, -- one of PROVIDER_KINDS
  display_name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  team_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  trusted_domains TEXT NOT NULL -- a JSON array
) STRICT, WITHOUT ROWID;
