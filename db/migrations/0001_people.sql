-- Search is by substring, Hebrew included: both extensions ship with PostgreSQL and are trusted.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Internal numbers, never the messenger's: user_id is the key that all data is distributed by and it never changes.
create sequence user_ids as bigint start 1000;

create table users (
  user_id bigint primary key,
  role text not null default 'user' check (role in ('user', 'premium', 'admin')),
  first_name text not null,
  -- null: follow the browser
  locale text check (locale in ('he', 'en')),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark', 'contrast')),
  has_seen_welcome_modal boolean not null default false,
  created_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3) not null
);

-- Directory: leads from the messenger's number to a user.
create table identities (
  provider text not null check (provider in ('messenger')),
  provider_uid bigint not null,
  user_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (provider_uid, provider)
);
