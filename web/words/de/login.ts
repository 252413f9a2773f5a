import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'Anmelden',
  into: (host) => `Bei ${host} anmelden`,
  address: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft …',
  otherWays: 'Mit einem Passkey oder auf anderem Weg anmelden',
}
