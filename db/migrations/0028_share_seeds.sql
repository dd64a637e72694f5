-- The key of a public link is the hash of its seed. The address reveals only the key, so whoever has the seed, which is in the
-- owner's export, proves that the link is theirs: an import into another installation may then give it the same address. Null for
-- shares with users of this installation, whose key is their id, and for links that were created before this migration.
alter table shares add column seed text check (char_length(seed) = 43);
