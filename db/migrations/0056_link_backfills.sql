-- Users whose texts from before links were stored have been read for links. A job reads those of the others.
create table link_backfills (
  user_id bigint primary key,
  done_at timestamp(3) with time zone not null
);
