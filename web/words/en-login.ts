// The text of the form to log in.

import { translated } from './translated'

export const loginWords = translated('loginWords', {
  title: 'Log in',
  into: (host: string) => `Log in to ${host}`,
  address: 'Email address',
  password: 'Password',
  submit: 'Log in',
  busy: 'Logging in…',
  otherWays: 'Log in with a passkey, or another way',
})
