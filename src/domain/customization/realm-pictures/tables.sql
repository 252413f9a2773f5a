-- The icon and the logos of the realm. There is no row for a picture that never changed.
CREATE TABLE realm_pictures (
  kind TEXT PRIMARY KEY, -- icon, logo or night_logo
  picture TEXT, -- the token of the picture in R2; NULL: the default picture
  version INTEGER NOT NULL -- increases with each change
) STRICT, WITHOUT ROWID;
