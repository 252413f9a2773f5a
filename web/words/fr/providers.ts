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
  groups: 'Groupes',
  groupsText:
    'À chaque connexion, un membre rejoint les groupes dont la valeur est dans la revendication, et quitte les autres de cette liste. Les autres groupes ne changent pas.',
  claim: 'Revendication (claim)',
  claimScope: 'Portée (scope) qui la demande',
  claimValue: 'Valeur',
  group: 'Groupe',
  addGroup: 'Ajouter un groupe',
  groupsSaved: 'Les groupes suivent le fournisseur dès la prochaine connexion.',
  groupRights: (names: string) => `Les membres de ces groupes ont des droits d’administration : ${names}`,
  confirmRights: 'Le fournisseur décide qui a ces droits',
}
