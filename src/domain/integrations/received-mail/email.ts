/** An email after the Worker has read it: what the realm needs in order to decide. */
export type ReceivedEmail = {
  /** A hash of its address and its Message-ID. */
  email_hash: string
  subject: string
  from: string // the address in its header `From`
  from_name: string
  /** Whether the domain of `from` signed it. */
  is_proven: boolean
  /** Whether a program wrote it. */
  is_automatic: boolean
  /** Whether it is a message about an email that did not arrive, or one that goes in a circle. */
  is_loop: boolean
}

/** What became of an email. An ignored one has no message and no notice. `suppressed`: a bounce ended the emails to an address. */
export type Outcome = 'posted' | 'ignored' | 'refused' | 'suppressed'
