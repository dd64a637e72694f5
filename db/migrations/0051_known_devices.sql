-- Browsers that have signed in to an account with its password. Their guesses are counted apart from those of strangers, who could
-- otherwise delay the owner. Only the hash of the cookie is stored.
create table known_devices (
  user_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  primary key (user_id, hash)
);
create index known_devices_expiry on known_devices (expires_at);
