-- How and when the owner of a session proved who they are. A provider may answer from its own session, so its proof is older than the
-- session here, or has no time at all: such a session confirms nothing. Null in sessions of the previous release.
alter table sessions add column proved_by text, add column proved_at timestamptz(3),
  add constraint sessions_proof check (
    proved_by in ('passkey', 'oidc', 'password', 'messenger', 'recovery_code', 'link')
    and (proved_at is null or proved_by is not null)
    and proved_at <= created_at
  );

-- The browser of this session gets the notifications: whoever ends the session ends them too, whichever process does it.
-- Null in subscriptions of the previous release, until the browser subscribes again with the next window.
alter table push_subscriptions add column session_id uuid,
  add foreign key (user_id, session_id) references sessions (user_id, id) on delete cascade;

-- oidc_link: an identity that a provider verified and that the person has yet to accept.
alter table one_time_secrets drop constraint one_time_secrets_kind_check, add constraint one_time_secrets_kind_check
  check (kind in ('set_up', 'sign_in_link', 'recovery_code', 'passkey_challenge', 'oidc_state', 'oidc_link'));
