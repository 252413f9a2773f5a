-- Email domains that are allowed for new users. They apply while `emails_restricted_to_domains` is on.
CREATE TABLE realm_domains (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- POST /realm/domains returns it
  domain TEXT NOT NULL UNIQUE, -- lower case
  allow_subdomains INTEGER NOT NULL -- 1: addresses of all subdomains are allowed too
) STRICT;
