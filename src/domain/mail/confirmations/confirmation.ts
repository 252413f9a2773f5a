import { badRequest } from '../../../api/errors'

/** A link that was sent by email. The user who opens it proves that they can read the emails to its address. */
export type Confirmation = {
  id: number
  kind: ConfirmationKind
  email: string
  user_id: number | null // the user whose address or password will change, or who will log in
  invitation_id: number | null // of a user who signs up: the invitation
}
export type ConfirmationKind = 'sign_up' | 'email_change' | 'password_reset' | 'login'

/** For every link that does not work: used, revoked, expired, or never created. The client cannot tell these apart. */
export const INVALID_LINK = 'This link is not valid, or not any more. Ask for another one.'
export const invalidLink = badRequest(() => INVALID_LINK)
