// The text about identity providers, in French.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'Fournisseurs d’identité',
  text: 'Des services avec lesquels les membres se connectent, sans mot de passe ici.',
  none: 'Aucun fournisseur d’identité pour l’instant.',
  add: 'Nouveau fournisseur d’identité',
  kind: 'Type',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'Clé, pour l’adresse : lettres et chiffres',
  displayName: 'Nom sur la page de connexion',
  issuer: 'Émetteur (adresse)',
  clientId: 'ID client',
  clientSecret: 'Secret client',
  appleKey: 'Clé privée',
  teamId: 'ID d’équipe',
  keyId: 'ID de clé',
  domains: 'De confiance pour ces domaines d’adresses e-mail',
  domainsText:
    'Il peut se connecter à la place de toute personne dont l’adresse y est vérifiée. En cas de doute, laissez vide.',
  redirect: 'Adresse de redirection à enregistrer là-bas :',
  fromDeployment: 'De l’installation',
  test: 'Tester',
  works: 'Le fournisseur répond et accepte le secret.',
}
