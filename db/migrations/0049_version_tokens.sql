-- The token that saved a version, with its name at that time: it outlives the token, and the audit log, which is kept for 90 days.
-- `token_id` is null in an imported version: its token belongs to another account.
alter table file_versions add column token_id uuid, add column token_name text;
-- Details of a file, such as its name, change without a new version: then the version is an earlier one, and another's.
update file_versions v set token_id = a.token_id, token_name = a.token_name from agent_acts a where a.user_id = v.user_id
  and v.file_id = case when a.resource_type = 'file' and a.kind is not null then a.resource_id::uuid end
  and v.version = (a.after->>'version')::int and (a.before->>'version') is distinct from (a.after->>'version');
