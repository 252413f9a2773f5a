import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'Identitätsanbieter',
  text: 'Dienste, bei denen sich Mitglieder anmelden, sodass sie hier kein Passwort brauchen.',
  none: 'Es gibt noch keine Identitätsanbieter.',
  add: 'Neuer Identitätsanbieter',
  kind: 'Art',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'Schlüssel, für die Adresse: Buchstaben und Ziffern',
  displayName: 'Name auf der Anmeldeseite',
  issuer: 'Aussteller (Adresse)',
  clientId: 'Client-ID',
  clientSecret: 'Geheimnis des Clients',
  appleKey: 'Privater Schlüssel',
  teamId: 'Team-ID',
  keyId: 'Schlüssel-ID',
  domains: 'Vertrauenswürdig für diese Domains von E-Mail-Adressen',
  domainsText:
    'Er kann sich als alle anmelden, die dort eine bestätigte Adresse haben. Lassen Sie das Feld leer, wenn Sie nicht sicher sind.',
  redirect: 'Dort einzutragende Rückkehradresse:',
  fromDeployment: 'Des Servers',
  test: 'Prüfen',
  works: 'Der Anbieter antwortet und nimmt das Geheimnis an.',
}
