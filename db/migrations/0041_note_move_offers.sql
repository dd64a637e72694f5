-- Code that left a file may be in another file of the library, and the note offers to move there. `move_dismissed` is the version in which the code
-- was lost, once the user has dismissed the offer.
alter table notes
  add column move_dismissed integer,
  add constraint notes_move_dismissed_check check (move_dismissed >= 1);
