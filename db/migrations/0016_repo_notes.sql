alter table notes
  -- Of a note on lines of a repository file: the commit whose text the quote is of.
  add column quote_commit text,
  -- Where the file was when a sync found it renamed; the note keeps its identity and shows this.
  add column moved_from text;
