-- The Atom feed of a user's public links. A link is in it only if its owner adds it.

-- When the owner added this link to the feed; null: it is not in the feed.
alter table shares add column feed_at timestamptz(3);
-- Serves the feed: the links in it, newest first.
create index shares_in_feed on shares (user_id, feed_at desc, id desc) where feed_at is not null;

-- A row exists while the feed is on. Turning it off deletes the row, and turning it on again makes another address.
create table share_feeds (
  user_id bigint not null,
  -- Readable and not hashed, because its owner copies the address again.
  key text not null check (char_length(key) between 32 and 64),
  created_at timestamptz(3) not null,
  primary key (user_id)
);

-- Directory: leads from the address of a feed to its owner.
create table share_feed_keys (
  key text primary key,
  user_id bigint not null
);
-- Serves the deletion of an account.
create index share_feed_keys_by_user on share_feed_keys (user_id);
