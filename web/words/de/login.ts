import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'Anmelden',
  address: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft …',
  otherWays: 'Mit einem Passkey oder auf anderem Weg anmelden',
}
