/** What somebody shows by opening a link: that they read what is sent to an address. */
export type Confirmation = {
  id: number
  kind: ConfirmationKind
  email: string
  user_id: number | null // whose address or password is to change
  invitation_id: number | null // by which they came, if they sign up
}
export type ConfirmationKind = 'sign_up' | 'email_change' | 'password_reset'
