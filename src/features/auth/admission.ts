/** What allows somebody to make an account. */
export type Admission =
  | { by: 'set_up'; token: string } // the owner, on a new installation
  | { by: 'invitation'; token: string }
  | { by: 'open' } // REGISTRATION=open
