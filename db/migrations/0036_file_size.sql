-- The size limit of a file is a setting of the application, FILE_MAX_MIB. This is the largest value that it allows.
alter table blobs
  drop constraint blobs_size_bytes_check,
  add constraint blobs_size_bytes_check check (size_bytes between 0 and 10485760);
