-- Run by `codeshelf migrate` when the Citus extension is present; each statement is safe to repeat through the guard below.
-- User data is distributed by user_id and colocated; directories by their own key; control tables stay with the coordinator.
do $$
declare
  entry record;
begin
  for entry in
    select * from (values
      ('users', 'user_id'),
      ('sessions', 'user_id'),
      ('sign_in_methods', 'user_id'),
      ('passwords', 'user_id'),
      ('passkeys', 'user_id'),
      ('known_devices', 'user_id'),
      ('recovery_codes', 'user_id'),
      ('access_tokens', 'user_id'),
      ('blobs', 'user_id'),
      ('files', 'user_id'),
      ('file_versions', 'user_id'),
      ('search_docs', 'user_id'),
      ('file_counts', 'user_id'),
      ('file_activity', 'user_id'),
      ('search_tiers', 'user_id'),
      ('boards', 'user_id'),
      ('notes', 'user_id'),
      ('note_history', 'user_id'),
      ('note_changes', 'user_id'),
      ('links', 'user_id'),
      ('link_backfills', 'user_id'),
      ('views', 'user_id'),
      ('note_quotas', 'user_id'),
      ('reminders', 'user_id'),
      ('push_subscriptions', 'user_id'),
      ('reminder_deliveries', 'user_id'),
      ('outbox', 'user_id'),
      ('token_usage', 'user_id'),
      ('agent_acts', 'user_id'),
      ('push_endpoints', 'endpoint_hash'),
      ('shares', 'user_id'),
      ('share_files', 'user_id'),
      ('share_notes', 'user_id'),
      ('share_feeds', 'user_id'),
      ('announcement_dismissals', 'user_id'),
      ('preferences', 'user_id'),
      ('account_deletions', 'user_id'),
      ('code_runs', 'user_id'),
      ('repos', 'user_id'),
      ('repo_branches', 'user_id'),
      ('repo_hooks', 'user_id'),
      ('samples', 'user_id'),
      ('moves', 'user_id'),
      ('move_files', 'user_id'),
      ('file_origins', 'user_id'),
      ('git_histories', 'user_id'),
      ('git_commits', 'user_id'),
      ('git_changes', 'user_id'),
      ('repo_hook_keys', 'hook_id'),
      ('share_keys', 'key'),
      ('share_feed_keys', 'key'),
      ('mirror_lists', 'mirror_id'),
      ('mirror_files', 'mirror_id'),
      ('mirror_symbols', 'mirror_id'),
      ('access_token_keys', 'token_hash'),
      ('identities', 'provider_uid'),
      ('sign_in_keys', 'subject'),
      ('one_time_secrets', 'hash'),
      ('sign_in_attempts', 'key'),
      ('session_keys', 'token_hash'),
      ('login_hashes', 'hash')
    ) as plan (table_name, key_column)
  loop
    if not exists (select from pg_dist_partition where logicalrelid = entry.table_name::regclass) then
      perform create_distributed_table(entry.table_name, entry.key_column);
    end if;
  end loop;
end
$$;
